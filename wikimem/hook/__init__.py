"""What agents call at each event: `wikimem hook`. It notes the event, says what the agent should know, and is gone.

An agent waits for its hooks, so this room imports what it needs when it needs it and reaches no git, index, network or
lock. It never fails towards the agent: exit status 0, and one line in `hook.log` for what went wrong.

    entry      bytes on stdin -> one line in the spool, words on stdout, perhaps a compile in the background
    event      what an agent's payload says, in one form for all agents
    callers    which agent is really calling, and what of its events mean
    answers    the shape in which each agent takes words at a start
    context    the words: the file that was prepared for the folder's project
    background a compile that outlives the hook
"""

"""The wiki for agents, over the Model Context Protocol: parse, one call on the wiki, words.

The only door to the SDK. Nothing is opened before it is asked for; what leaves is clean text of a size an agent can
read; whatever goes wrong is told in words, and nothing that is asked ends the server.
"""

import pickle,re,sys
P=pickle.load(open('/tmp/lab/b5/supersede/all.pkl','rb'))
pat=re.compile(sys.argv[1],re.I)
n=0
for p in sorted(P,key=lambda p:p.at):
    if p.level.value!='turn' and len(sys.argv)<3: continue
    for line in p.text.splitlines():
        m=pat.search(line)
        if m:
            n+=1
            s=max(0,m.start()-120)
            print(p.at[:16],p.scope[-9:],'|',line[s:m.end()+160].strip())
print(n)

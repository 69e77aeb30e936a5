# Markdown of about N characters and 500 blocks per 32,768, deterministic.
import random, sys
n = int(sys.argv[1]); kind = sys.argv[2] if len(sys.argv) > 2 else "mixed"
r = random.Random(16)
words = "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too mr how little good world make very year still see own work men day get here old life both between being under three never know same last another while us might great go come since against right came take used himself few house use during without again place around however small found mrs part school thought went say general once high upon every left".split()
def word(): return r.choice(words)
def sentence(k):
    out=[]
    for i in range(k):
        w=word(); x=r.random()
        if x<0.03: w="**"+w+" "+word()+"**"
        elif x<0.05: w="*"+w+"*"
        elif x<0.07: w="`"+w+"`"
        elif x<0.08: w="["+w+"](https://example.org/"+w+")"
        elif x<0.085: w="$x^2+"+w[0]+"$"
        out.append(w)
    s=" ".join(out); return s[0].upper()+s[1:]+"."
def block():
    x=r.random()
    if kind=="prose" or x<0.5: return " ".join(sentence(r.randint(4,12)) for _ in range(r.randint(1,2) if kind!="prose" else 8))
    if x<0.6: return "#"*r.randint(1,4)+" "+sentence(4)
    if x<0.75: return "\n".join("- "+sentence(r.randint(3,8)) for _ in range(r.randint(2,4)))
    if x<0.82: return "\n".join(f"{i+1}. "+sentence(r.randint(3,8)) for i in range(r.randint(2,4)))
    if x<0.88: return "```swift\n"+"\n".join("let "+word()+" = "+word()+"("+word()+")" for _ in range(r.randint(2,6)))+"\n```"
    if x<0.93: return "> "+sentence(10)
    if x<0.97:
        rows=["| "+word()+" | "+word()+" | "+word()+" |","|---|---|---|"]+["| "+" | ".join(word() for _ in range(3))+" |" for _ in range(r.randint(2,4))]
        return "\n".join(rows)
    return "$$\n\\frac{a}{b}+\\sum_{i=1}^n x_i\n$$" if x<0.985 else "---"
out=""
while len(out)<n: out+=block()+"\n\n"
sys.stdout.write(out[:n])

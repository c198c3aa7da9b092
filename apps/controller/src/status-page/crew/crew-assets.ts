import { createHash } from 'node:crypto'

/** Day is for a bright wheelhouse, night for one in which the eyes must stay used to the dark. */
export const CREW_STYLE = `*{box-sizing:border-box}
html{--back:#0b1a26;--text:#e8eef2;--soft:#a9bcc8;--line:#27404f;--ship:#3d6377;--boxes:#ffd98a;--good:#9fe0b0;--watch:#ffd98a;--bad:#ffb199;--link:#8fd0ff;--stop:#c62828;--on-stop:#fff;color-scheme:dark}
html[data-look=day]{--back:#f4f7f9;--text:#0b1a26;--soft:#3f5665;--line:#b4c4ce;--ship:#5b8299;--boxes:#e0a100;--good:#0a6b33;--watch:#7a5200;--bad:#a32410;--link:#0b5c9c;--stop:#b71c1c;color-scheme:light}
html[data-look=night]{--back:#000;--text:#c9604d;--soft:#bb5c4c;--line:#5c241b;--ship:#3a1712;--boxes:#7d3325;--good:#c9604d;--watch:#d2705e;--bad:#ff7a5c;--link:#d2705e;--stop:#5c0f0a;--on-stop:#ffb3a0}
body{margin:0 auto;max-width:64rem;padding:.75rem .75rem 6.5rem;background:var(--back);color:var(--text);font:1.05rem/1.4 system-ui,sans-serif}
h1{font-size:1.1rem;margin:0;font-weight:600}
h2{font-size:1rem;margin:1.25rem 0 .35rem;color:var(--soft);font-weight:600}
p{margin:.25rem 0}a{color:var(--link)}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center}
nav a,nav span{display:inline-block;padding:.75rem .4rem;min-width:2.75rem;text-align:center}
nav [aria-current]{font-weight:700;color:var(--text)}
.state{font-size:clamp(1.5rem,5vw,2.4rem);line-height:1.15;font-weight:700;margin:.5rem 0;overflow-wrap:anywhere}
.state::before{margin-right:.4em;content:"\\25cf"/"";font-size:.8em}.state.watch::before{content:"\\25bd"/""}.state.bad::before{content:"\\25c6"/""}
.good{color:var(--good)}.watch{color:var(--watch)}.bad{color:var(--bad)}.dim{color:var(--soft)}
.old{background:var(--stop);color:var(--on-stop);padding:.75rem;font-weight:700}
body.is-old main{opacity:.35}
svg{display:block;width:100%}.bar{height:5.5rem}.chart{height:9rem}
.frame{fill:none;stroke:var(--line);stroke-width:2;vector-effect:non-scaling-stroke}
.ship{fill:var(--ship)}.boxes{fill:var(--boxes)}.free{fill:url(#hatch)}.kept{fill:var(--line);opacity:.55}.hatch{stroke:var(--line);stroke-width:6}
.limit{fill:none;stroke:var(--text);stroke-width:3;vector-effect:non-scaling-stroke}.dashed{stroke-dasharray:8 6;stroke-width:2}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(6rem,1fr));gap:.5rem 1rem;margin:.35rem 0}
dl.figures dd{margin:0;font-size:1.35rem;font-weight:700;font-variant-numeric:tabular-nums}
dt{color:var(--soft)}dt i{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem;border:1px solid var(--line)}
dt i.limit{width:0;border:0 solid var(--text);border-left-width:3px;margin-left:.3rem}dl.figures dt,dl.figures dd{white-space:nowrap}
.head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 1rem}.head .scale{margin-left:auto}
i.ship{background:var(--ship)}i.boxes{background:var(--boxes)}i.kept{background:var(--line)}
i.free{background:repeating-linear-gradient(-45deg,transparent 0 3px,var(--line) 3px 5px)}
.scale{display:flex;justify-content:space-between;color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
ul,ol{margin:.25rem 0;padding-left:1.25rem}li{padding:.15rem 0;overflow-wrap:anywhere}
li.loud{font-weight:700;color:var(--bad)}
main{display:grid;grid-template-columns:minmax(0,1fr)}
.check{margin-top:1.25rem}
@media(min-width:44rem){
body{max-width:80rem}
main{grid-template:"state state" "power needed" "power others" 1fr "check check"/minmax(0,3fr) minmax(0,2fr);gap:0 2rem}
.state{grid-area:state}.power{grid-area:power}.needed{grid-area:needed}.others{grid-area:others}.check{grid-area:check}
section:first-child>h2{margin-top:.25rem}
dl.figures{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.35rem .5rem}dl.figures dt{font-size:.85rem}dl.figures dd{font-size:1.05rem}
.note{font-size:.9rem}
}
@media(min-width:60rem){dl.figures dt{font-size:.95rem}dl.figures dd{font-size:1.3rem}}
@media(min-height:60rem){.bar{height:8rem}.chart{height:18rem}}
@media(max-width:30rem){header{gap:0 .5rem}h1{width:100%}nav a,nav span{min-width:0;padding:.75rem .35rem}nav>:first-child{padding-left:0}}
time{color:var(--soft);font-variant-numeric:tabular-nums;margin-right:.5rem}
button{font:inherit;font-weight:700;padding:.75rem 1.25rem;border-radius:.4rem;border:2px solid var(--link);background:transparent;color:var(--text);min-height:3rem;cursor:pointer}
button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
form{margin:.5rem 0}summary{padding:.75rem 0;cursor:pointer;color:var(--link)}
footer{position:fixed;inset:auto 0 0 0;background:var(--back);border-top:1px solid var(--line);padding:.5rem .75rem}
footer .stop{display:block;width:100%;max-width:78rem;margin:0 auto;min-height:4.25rem;font-size:1.25rem;background:var(--stop);border-color:var(--stop);color:var(--on-stop)}
footer p.dim{display:none}footer form{margin:0}`

/**
 * Renews the picture every two seconds, says so when it cannot, and sounds while something waits for a person. Never takes a button away from
 * under a finger; while one is down the picture ages, and says that too.
 */
export const CREW_SCRIPT = `(()=>{
const live=document.querySelector('main'),foot=document.querySelector('footer'),old=document.getElementById('old'),sound=document.getElementById('sound');
let shownAt=Date.now(),isPressed=false,audio=null;
addEventListener('pointerdown',()=>{isPressed=true});
for(const end of ['pointerup','pointercancel'])addEventListener(end,()=>{setTimeout(()=>{isPressed=false},300)});
const put=(box,html)=>{
if(box.innerHTML===html)return;
const id=document.activeElement&&document.activeElement.id,open=box.querySelector('details[open]')!==null;
box.innerHTML=html;
if(open)for(const one of box.querySelectorAll('details'))one.open=true;
if(id){const again=document.getElementById(id);if(again&&box.contains(again))again.focus()}
};
const beep=()=>{
if(!audio||audio.state!=='running')return;
for(const [at,hz] of [[0,880],[.25,660]]){const tone=audio.createOscillator(),volume=audio.createGain();
tone.frequency.value=hz;volume.gain.value=.2;tone.connect(volume).connect(audio.destination);tone.start(audio.currentTime+at);tone.stop(audio.currentTime+at+.2)}
};
const turn=async()=>{
try{
const answer=await fetch('/crew/part'+location.search,{cache:'no-store',signal:AbortSignal.timeout(5000)});
if(!answer.ok)throw new Error(String(answer.status));
const [main,bottom]=(await answer.text()).split('<!--foot-->');
if(!isPressed){shownAt=Date.now();put(live,main);put(foot,bottom)}
}catch{}
const isOld=Date.now()-shownAt>8000;
old.hidden=!isOld;document.body.classList.toggle('is-old',isOld);
if(isOld||live.querySelector('[data-loud]'))beep();
setTimeout(turn,2000);
};
sound.hidden=false;
sound.addEventListener('click',async()=>{audio=audio||new AudioContext();await audio.resume();sound.textContent=sound.dataset.on;beep()});
setTimeout(turn,2000);
})()`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may load: its own style and script, and its own picture again. */
export const CREW_POLICY = `default-src 'none'; style-src ${hashOf(CREW_STYLE)}; script-src ${hashOf(CREW_SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

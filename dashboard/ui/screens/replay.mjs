// The replay of a history: its workflow tasks one by one, with the code where it stood after each.
import { html, useRef, useState } from "../lib/html.mjs";
import { cell, useCell } from "../lib/cell.mjs";
import { go, place, withQuery } from "../lib/route.mjs";
import { get, may, passes, send } from "../lib/api.mjs";
import { Time } from "../lib/time.mjs";
import { Dialog, Download, Empty, Failure, Rows, Section, Trouble, Value, plain } from "../lib/parts.mjs";
import { useKey } from "../lib/keys.mjs";
import { Source } from "../lib/source.mjs";
import { failureOf, what } from "./events.mjs";

const page = 20;
const far = 100; // tasks that one search step looks at

/** The file that was dropped: its name and its text. It is gone when the page is loaded anew. */
const dropped = cell(null);

/** The replay of a stored run; without an id, of a file. */
export function Replay({ id }) {
  const file = useCell(dropped);
  if (id) return html`<${Walk} key=${id} from=${"runs/" + id} ask=${(query) => get(`runs/${id}/steps?${query}`).then((a) => a.value)} />`;
  if (file) return html`<${Walk} key=${file.name} file=${file.name} ask=${(query) => send("replay?" + query, file.text)} />`;
  return html`<h1>Replay a file</h1><${Drop} />`;
}

function Drop() {
  const [over, set] = useState(false);
  const [error, fail] = useState(null);
  const take = async (file) => {
    set(false);
    if (!file) return;
    try {
      dropped.set({ name: file.name, text: await file.text() });
    } catch (e) {
      fail(e);
    }
  };
  return html`<div class=${"empty" + (over ? " over" : "")} onDragOver=${(e) => { e.preventDefault(); set(true); }} onDragLeave=${() => set(false)} onDrop=${(e) => { e.preventDefault(); take(e.dataTransfer.files[0]); }}>
    <p>Drop a file from <code>reprise run export</code> here. It is replayed with the code of this process, and not kept.</p>
    <p><label>Or choose one <input type="file" onChange=${(e) => take(e.target.files[0])} /></label></p></div><${Trouble} error=${error} />`;
}

const failed = (step, all) => step.task === all.stopped || step.in.some(failureOf) || step.out.some(failureOf);

function Walk({ ask, from, file }) {
  const { query } = useCell(place);
  const known = useRef(new Map()), asked = useRef(new Set());
  const [all, setAll] = useState(null);
  const [error, fail] = useState(null);
  const [searching, search] = useState(false);
  const [golden, test] = useState(false);
  const load = async (at, count) => {
    const answer = await ask(`at=${at}&count=${count}`);
    for (const s of answer.steps) known.current.set(s.task, s);
    setAll(answer);
    return answer;
  };
  /** The task, if it is there; else it is asked for. */
  const step = (n) => {
    if (!known.current.has(n) && n !== all?.stopped) {
      const first = n - (n - 1) % page;
      const at = asked.current.has(first) ? n : first; // a page may have had room for fewer
      if (!asked.current.has(at)) {
        asked.current.add(at);
        load(at, page).then(() => fail(null), (e) => {
          fail(e);
          if (passes(e)) setTimeout(() => { asked.current.delete(at); fail(null); }, 5000);
        });
      }
    }
    return known.current.get(n);
  };
  const tasks = all?.tasks ?? 0;
  const task = Math.max(1, Math.min(tasks || Infinity, Number(query.get("at")) || 1));
  const to = (n) => go(withQuery({ at: String(Math.max(1, Math.min(tasks, n))), line: null }), { replace: true });
  const now = step(task);
  const nextFailure = async () => {
    search(true);
    try {
      for (let n = task + 1; n <= tasks; n++) {
        if (!known.current.has(n) && n !== all.stopped) await load(n, far);
        const one = known.current.get(n);
        if (n === all.stopped || one && failed(one, all)) return to(n);
      }
    } catch (e) {
      fail(e);
    } finally {
      search(false);
    }
  };
  useKey(tasks ? { ArrowLeft: () => to(task - 1), ArrowRight: () => to(task + 1), Home: () => to(1), End: () => to(tasks) } : {}); // who sees a task can step from it

  const head = html`<p class="crumb"><a href="runs">Runs</a>${from && html` / <a href=${from}>${all ? html`<bdi>${plain(all.id)}</bdi>` : "the run"}</a>`}</p>
    <div class="head"><h1>Replay${all && html` of <bdi>${plain(all.id)}</bdi>`}</h1><div class="side">
      ${from && may("payload") && html`<button onClick=${() => test(true)}>As a golden test</button> `}
      ${file ? html`<button onClick=${() => dropped.set(null)}>Another file</button>` : html`<a class="button" href="replay">Replay a file</a>`}</div></div>`;
  if (!all) return html`${head}${error ? html`<${Trouble} error=${error} />` : html`<p class="faint" aria-busy="true">The history is replayed.</p>`}
    ${error?.code === "not_offered" && from && html`<p><a href=${from + "?tab=events"}>See its events</a></p>`}`;
  if (!tasks) return html`${head}<${Empty}><p>No task is recorded yet.</p><//>`;
  return html`${head}<${Trouble} error=${error} />
    <p class="summary">${all.stopped ? html`<b class="bad">${all.mismatch ? "The code does not do what the history says" : "The code cannot finish"}</b> in task ${all.stopped}.` : all.done ? "The code does what the history says. The run has ended." : "The code does what the history says."}
      ${" "}${all.events.toLocaleString("en")} events were read${file ? html` of <bdi>${plain(file)}</bdi>` : ""}. Nothing is written, and no activity runs.</p>
    ${all.redacted && html`<p class="note">The file is redacted: ${plain(all.redacted)}. ${all.uncompared && plain(all.uncompared)}</p>`}
    ${now?.build && all.here && now.build !== all.here && html`<p class="note">Recorded by build ${plain(now.build)}, replayed with ${plain(all.here)}: lines may differ.</p>`}
    ${all.warnings?.length > 0 && html`<details class="note"><summary>${all.warnings.length} warnings</summary>${all.warnings.map((w) => html`<p>${plain(w)}</p>`)}</details>`}
    <div class="bar steps">
      <button aria-label="First task" title="Home" disabled=${task === 1} onClick=${() => to(1)}>|←</button><button aria-label="Task before" title="←" disabled=${task === 1} onClick=${() => to(task - 1)}>←</button>
      <input type="range" min="1" max=${tasks} value=${task} aria-label="Task" onInput=${(e) => to(Number(e.target.value))} />
      <button aria-label="Next task" title="→" disabled=${task === tasks} onClick=${() => to(task + 1)}>→</button><button aria-label="Last task" title="End" disabled=${task === tasks} onClick=${() => to(tasks)}>→|</button>
      <span role="status">Task ${task.toLocaleString("en")} of ${tasks.toLocaleString("en")}</span>
      <button disabled=${searching || task === tasks} onClick=${nextFailure}>${searching ? "Looking" : "Next failure"}</button>
      ${all.stopped && html`<button disabled=${task === all.stopped} onClick=${() => to(all.stopped)}>${all.mismatch ? "To the mismatch" : "To where it stops"}</button>`}
    </div>
    <div class="walk">
      <nav aria-label="Tasks"><${Rows} label="Tasks" count=${tasks} height=${33} at=${task - 1} head=${html`<tr><th scope="col" class="number">#</th><th scope="col">In</th><th scope="col">Out</th></tr>`}
        row=${(i) => html`<${Line} key=${i} n=${i + 1} step=${step(i + 1)} all=${all} chosen=${i + 1 === task} choose=${() => to(i + 1)} />`} /></nav>
      <div>${task === all.stopped ? html`<${Stopped} all=${all} run=${from && all.run_id} />` : now ? html`<${Stands} step=${now} run=${from && all.run_id} line=${Number(query.get("line")) || 0} />` : html`<p class="faint" aria-busy="true">One moment.</p>`}</div>
      <aside aria-label="The chosen task">${now && html`<${Told} step=${now} from=${from} />`}</aside>
    </div>
    ${golden && html`<${Golden} all=${all} closed=${() => test(false)} />`}`;
}

const kinds = (events) => events.length === 0 ? "" : plain([events[0].kind, what(events[0])].filter(Boolean).join(" ")) + (events.length > 1 ? ` and ${events.length - 1} more` : "");

function Line({ n, step, all, chosen, choose }) {
  return html`<tr aria-rowindex=${n + 1} class=${(chosen ? "chosen " : "") + (n === all.stopped || step && failed(step, all) ? "failed" : "")} onClick=${choose}>
    <td class="number"><a class="id" href=${withQuery({ at: String(n), line: null })} aria-current=${chosen ? "step" : undefined}>${n}</a></td>
    ${step ? html`<td>${kinds(step.in)}</td><td>${n === all.stopped ? "▲ " : ""}${step.open ? "not answered yet" : kinds(step.out)}</td>` : html`<td colspan="2" class="faint">${n === all.stopped ? "▲ it stops here" : "…"}</td>`}</tr>`;
}

/** Where each line of control stands, one of them with its code. */
function Stands({ step, run, line }) {
  const one = step.waits.find((w) => w.coroutine === line) ?? step.waits[0];
  if (!one) return html`<${Empty}><p>${step.open ? "No task has answered these events yet." : "The run has ended: nothing waits."}</p><//>`;
  return html`<nav class="tabs" aria-label="Lines of control">${step.waits.map((w) => html`<a href=${withQuery({ line: String(w.coroutine) })} aria-current=${w === one ? "page" : undefined}>${w.coroutine === 0 ? "workflow" : "coroutine " + w.coroutine}</a>`)}${step.more_waits > 0 && html`<span class="faint">and ${step.more_waits} more</span>`}</nav>
    <p>waits for <b>${plain(one.for)}</b></p><${Frames} key=${step.task + " " + one.coroutine} stand=${one} run=${run} />`;
}

const siteOf = (f) => `${f.func} ${f.file.slice(f.file.lastIndexOf("/") + 1)}:${f.line}`;

function Frames({ stand, run }) {
  const [at, set] = useState(0);
  const sites = stand.frames?.map(siteOf) ?? (stand.site ? [stand.site] : []);
  return html`<ol class="frames">${sites.map((site, i) => html`<li><button class="quiet" aria-pressed=${i === at} onClick=${() => set(i)}><code>${plain(site)}</code></button></li>`)}</ol>
    ${sites[at] && html`<${Source} run=${run} site=${sites[at]} />`}`;
}

/** Where the code and the history part: both sides. */
function Stopped({ all, run }) {
  const m = all.mismatch;
  if (!m) return html`<div class="trouble"><pre class="code">${plain(all.error)}</pre></div>`;
  const side = (title, e, none) => html`<${Section} title=${title} id=${title}>
    ${e ? html`<p><b>${e.kind}</b> ${plain(what(e))}</p>${e.site && html`<p><code>${plain(e.site)}</code></p><${Source} run=${run} site=${e.site} />`}<details><summary>All of it</summary><${Value} of=${e} /></details>` : html`<p>${none}</p>`}<//>`;
  return html`<div class="sides">${side("The history has", m.recorded, "nothing more in this task: the run waited")}${side("The code asks for", m.asked, m.waits?.length ? "nothing more: it waits" : "nothing more: it has ended")}</div>
    ${m.what && html`<p>The ${plain(m.what)} was <code>${plain(m.was ?? "")}</code> and is <code>${plain(m.is ?? "")}</code>.</p>`}
    ${m.waits?.length > 0 && html`<ul class="list">${m.waits.map((w) => html`<li>waits for ${plain(w.for)} <code>${plain(w.site ?? "")}</code></li>`)}</ul>`}
    <details open><summary>In words</summary><pre class="code">${plain(m.text ?? all.error)}</pre></details>`;
}

/** What came in, what was asked for, what was not received, what is logged. */
function Told({ step, from }) {
  const event = (e) => html`<li><details><summary>${e.seq} ${e.kind} ${plain(what(e))}</summary>${from && html`<p><a href=${`${from}?tab=events&seq=${e.seq}`}>See it among the events</a></p>`}<${Value} of=${e} name=${"event " + e.seq} /></details><${Failure} of=${failureOf(e)} /></li>`;
  const list = (title, events, none) => html`<h3>${title}</h3>${events.length ? html`<ul class="told">${events.map(event)}</ul>` : html`<p class="faint">${none}</p>`}`;
  return html`<p class="faint"><${Time} at=${step.now} />${step.build && html`, by build ${plain(step.build)}`}</p>
    ${list("Came in", step.in, "nothing")}
    ${list("Asked for", step.out, step.open ? "no task has answered yet" : "nothing: it went on waiting")}
    <h3>Waits for</h3>${step.waits.length ? html`<ul class="list">${step.waits.map((w) => html`<li>${plain(w.for)} <code>${plain(w.site ?? "")}</code></li>`)}</ul>` : html`<p class="faint">nothing</p>`}
    ${step.unread?.length > 0 && html`<h3>Not received yet</h3><p>${step.unread.map((seq) => html`${from ? html`<a href=${`${from}?tab=events&seq=${seq}`}>event ${seq}</a>` : `event ${seq}`} `)}</p>`}
    <h3>Logs</h3>${step.logs?.length ? html`<ul class="told">${step.logs.map((l) => html`<li><b>${plain(l.level)}</b> ${plain(l.message)} ${l.attrs && html`<code>${plain(JSON.stringify(l.attrs))}</code>`}</li>`)}</ul>` : html`<p class="faint">${may("payload") ? "nothing" : "You may not read what runs log."}</p>`}`;
}

function Golden({ all, closed }) {
  const code = `package mypackage // that of your workflow

import (
	"testing"

	"github.com/reprise-run/reprise/testkit"
)

// The files lie in testdata/histories, and end in .history.
func TestHistories(t *testing.T) {
	testkit.CheckDir(t, "testdata/histories", myWorkflow) // what you give to reprise.New as ${JSON.stringify(all.workflow)}
}

// go test -run TestHistories .`;
  return html`<${Dialog} title="As a golden test" closed=${closed}>
    <p>The history as a file, and a test that replays it. The test fails if the code no longer does what this run did.</p>
    <p><${Download} look="button" path=${`runs/${all.run_id}/export`}>Download the history<//></p>
    <pre class="code">${plain(code)}</pre><p class="faint">The file holds inputs, results and signals in full, unless the program redacts fields. <code>reprise run export --redact</code> removes them.</p><//>`;
}

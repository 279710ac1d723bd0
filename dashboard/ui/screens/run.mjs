// One run: why it does not go on, what it waits for and where, what has happened.
import { html, useEffect, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { place, withQuery } from "../lib/route.mjs";
import { about, may, options, title, useGet } from "../lib/api.mjs";
import { For, Time, duration } from "../lib/time.mjs";
import { Copy, Failure, RunLink, RunState, Section, State, Tabs, Value, Waiting, linkFor, plain, whyBlocked } from "../lib/parts.mjs";
import { Source } from "../lib/source.mjs";
import { Actions } from "../lib/actions.mjs";
import { Timeline } from "./timeline.mjs";
import { Events } from "./events.mjs";

const tabs = [["timeline", "Timeline"], ["events", "Events"], ["values", "Input and result"], ["replay", "Replay"]];

export function Run({ id }) {
  const { query } = useCell(place);
  const answer = useGet("runs/" + id, { on: "run=" + id });
  const tab = query.get("tab") ?? "timeline";
  const run = answer.value;
  if (!run) return html`<h1>Run</h1><${Waiting} answer=${answer} />`;
  return html`<${Head} run=${run} etag=${answer.etag} done=${answer.reload} /><${Waiting} answer=${answer} />
    ${run.status === "open" && html`<${Now} run=${run} />`}
    ${run.failure && html`<${Section} title="Failure" id="failure"><${Failure} of=${run.failure} />${run.failure.stack && html`<pre class="code">${plain(run.failure.stack)}</pre>`}<//>`}
    <${Tabs} label="Of this run" all=${tabs.filter(([name]) => name !== "replay" || may("replay"))} at=${tab} href=${(name) => name === "replay" ? `runs/${id}/replay` : withQuery({ tab: name, seq: null, find: null, failed: null })} />
    ${tab === "timeline" && html`<${Timeline} run=${run} />`}
    ${tab === "events" && html`<${Events} run=${run} version=${answer.etag} />`}
    ${tab === "values" && html`<${Values} run=${run} />`}`;
}

function Head({ run, etag, done }) {
  const who = useCell(about);
  useEffect(() => title(plain(run.id)), [run.id]);
  const fact = (name, value) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const took = run.closed && duration((Date.parse(run.closed) - Date.parse(run.created)) / 1000);
  return html`<div class="runhead">
    <p class="crumb"><a href="runs">Runs</a></p>
    <div class="head"><h1><bdi>${plain(run.id)}</bdi> <${Copy} text=${run.id} label="the workflow id" /></h1><div class="side"><${Actions} run=${run} etag=${etag} done=${done} /></div></div>
    <p class="summary"><${Summary} run=${run} /></p>
    ${run.notes?.length > 0 && html`<ul class="note">${run.notes.map((note) => html`<li>${plain(note)}</li>`)}</ul>`}
    ${run.unserved && html`<p class="note">${plain(run.unserved)}</p>`}
    ${run.history_error && html`<p class="note bad">${plain(run.history_error)}</p>`}
    <dl class="facts">
      ${fact("Run id", html`<code>${run.run_id}</code> <${Copy} text=${run.run_id} label="the run id" />`)}
      ${fact("Workflow", plain(run.workflow))}
      ${fact("Queue", plain(run.queue))}
      ${fact("Build", run.build && plain(run.build) + (run.pin ? ", pinned to " + plain(run.pin) : ""))}
      ${fact("Events", String(run.events))}
      ${fact("Worker", run.worker && html`<span title=${run.worker.id}>${plain(run.worker.host ?? run.worker.id)}${run.worker.pid ? ` pid ${run.worker.pid}` : ""}${run.worker.state === "gone" ? ", gone" : ""}</span>`)}
      ${fact("Started", html`<${Time} at=${run.created} />`)}
      ${fact(run.closed ? "Took" : "For", run.closed ? took : html`<${For} since=${run.created} />`)}
      ${fact("Parent", run.parent && html`<a href=${"runs/" + run.parent}>${plain(run.parent)}</a>`)}
      ${fact("Run before", run.chain?.previous && html`<a href=${"runs/" + run.chain.previous}>${plain(run.chain.previous)}</a>`)}
      ${fact("Next run", run.chain?.next && html`<a href=${"runs/" + run.chain.next}>${plain(run.chain.next)}</a>`)}
      ${fact("Cancel", run.cancel_requested && html`asked for <${Time} at=${run.cancel_requested.at} /> ${plain(run.cancel_requested.reason ?? "")}`)}
      ${Object.entries(run.attributes ?? {}).map(([name, value]) => fact(plain(name), plain(Array.isArray(value) ? value.join(", ") : value)))}
      ${options.links?.map((l) => fact(l.label, html`<a href=${linkFor(l.url, run, who.namespace)} target="_blank" rel="noreferrer">open</a>`))}
    </dl>
    ${run.next?.length > 0 && html`<details class="cli"><summary>On the command line</summary>${run.next.map((line) => html`<p><code>${plain(line)}</code> <${Copy} text=${line} label="the command" /></p>`)}</details>`}
  </div>`;
}

/** Why it does not go on, or how it ended, with the shape of its state. */
function Summary({ run }) {
  const state = run.status === "open" && run.blocked ? "blocked" : run.status;
  if (run.summary.startsWith(state)) return html`<${State} of=${state}>${plain(run.summary)}<//>`;
  return html`<${RunState} run=${run} /> <span>${plain(run.summary)}</span>`;
}

/** What it waits for, and where in its code. */
function Now({ run }) {
  const waits = run.waits_for ?? [];
  const sites = [...new Set(waits.map((w) => w.site).filter(Boolean))].slice(0, 3);
  const offered = useCell(about).source && may("source");
  const [code, show] = useState(false);
  return html`<${Section} title="Now" id="now">
    ${run.blocked && html`<div class="trouble"><p class="lines">${whyBlocked(run)}</p>
      <p class="faint">${run.blocked.build && `by build ${plain(run.blocked.build)}`}${run.blocked.count > 1 ? `, ${run.blocked.count} times in a row` : ""}${run.blocked.until ? html`, retried <${Time} at=${run.blocked.until} />` : ""}</p></div>`}
    ${waits.length > 0 && html`<table class="cards"><caption class="unseen">What each coroutine waits for</caption><thead><tr><th scope="col">Waits for</th><th scope="col">Where</th></tr></thead>
      <tbody>${waits.map((w) => html`<tr><td>${plain(w.for)}</td><td data-name="Where"><code>${plain(w.site ?? "")}</code></td></tr>`)}</tbody></table>`}
    ${offered && sites.length > 0 && html`<details onToggle=${(e) => show(e.currentTarget.open)}><summary>The code</summary>${code && sites.map((site) => html`<${Source} key=${site} run=${run.run_id} site=${site} />`)}</details>`}
    ${run.activities?.length > 0 && html`<table class="cards"><caption>Open activities</caption><thead><tr><th scope="col">Activity</th><th scope="col">State</th><th scope="col" class="number">Attempt</th><th scope="col">Next or begun</th><th scope="col">Heartbeat</th><th scope="col">Last error</th><th scope="col">Queue</th><th scope="col">Worker</th></tr></thead>
      <tbody>${run.activities.map((a) => html`<tr key=${a.number}><td><b>${plain(a.name)}</b> <a class="faint" href=${withQuery({ tab: "events", seq: String(a.number) })}>#${a.number}</a></td>
        <td data-name="State">${a.state}${a.unserved && html`<div class="faint">${plain(a.unserved)}</div>`}</td><td data-name="Attempt" class="number">${a.attempt}${a.max_attempts ? " of " + a.max_attempts : ""}</td>
        <td data-name=${a.started ? "Begun" : "Next"}><${Time} at=${a.started ?? a.next} /></td><td data-name="Heartbeat"><${Time} at=${a.heartbeat} /></td>
        <td data-name="Last error"><${Failure} of=${a.last_error} /></td><td data-name="Queue">${plain(a.queue)}</td><td data-name="Worker">${a.worker && plain(a.worker.host ?? a.worker.id)}</td></tr>`)}</tbody></table>`}
    ${run.timers?.length > 0 && html`<${List} title="Timers" rows=${run.timers.map((t) => [html`due <${Time} at=${t.due} />${t.missing && html` <b class="bad">it never fires: run doctor</b>`}`, t.site])} />`}
    ${run.children?.length > 0 && html`<${List} title="Children" rows=${run.children.map((c) => [html`${plain(c.workflow)} <${RunLink} run=${c} />`, c.site])} />`}
    ${run.updates?.length > 0 && html`<${List} title="Updates not answered" rows=${run.updates.map((u) => [html`${plain(u.name)}, received <${Time} at=${u.received} />`])} />`}
    ${run.promises?.length > 0 && html`<${List} title="Promises" rows=${run.promises.map((p) => [html`made <${Time} at=${p.made} />${p.due && html`, due <${Time} at=${p.due} />`}`, p.site])} />`}
    ${run.inbox?.length > 0 && html`<${List} title="In the inbox" rows=${run.inbox.map((e) => [html`${e.kind} ${plain(e.name ?? "")} <${Time} at=${e.at} />`, e.id])} />`}
  <//>`;
}

function List({ title, rows }) {
  return html`<h3>${title}</h3><ul class="list">${rows.map(([what, where]) => html`<li>${what}${where && html` <code>${plain(where)}</code>`}</li>`)}</ul>`;
}

function Values({ run }) {
  const first = useGet(may("payload") ? `runs/${run.run_id}/events?from=1&limit=1` : null);
  const [raw, show] = useState(false);
  if (!may("payload")) return html`<p class="faint">You may not read payloads of runs.</p>`;
  return html`<${Section} title="Input" id="input"><${Waiting} answer=${first} />${first.value && html`<${Value} of=${first.value[0]?.payload} name="input" whole=${`runs/${run.run_id}/events/1/payload`} />`}<//>
    ${run.status === "completed" && html`<${Section} title="Result" id="result"><${Value} of=${run.result} name="result" whole=${`runs/${run.run_id}/events/${run.events}/payload`} /><//>`}
    ${first.value?.[0]?.headers && html`<${Section} title="Headers" id="headers"><${Value} of=${first.value[0].headers} name="headers" /><//>`}
    ${run.undelivered_signals?.length > 0 && html`<${Section} title="Signals it never received" id="missed"><ul class="list">${run.undelivered_signals.map((m) => html`<li>${plain(m.name)} <code>${plain(m.id)}</code></li>`)}</ul><//>`}
    <details open=${raw} onToggle=${(e) => show(e.currentTarget.open)}><summary>Everything as JSON</summary>${raw && html`<${Value} of=${run} />`}</details>`;
}

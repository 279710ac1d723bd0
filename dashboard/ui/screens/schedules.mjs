// Schedules: when each fires next, what it has fired, what it has left out and why.
import { html } from "../lib/html.mjs";
import { may, onNamed, useGet } from "../lib/api.mjs";
import { Time, useNow } from "../lib/time.mjs";
import { Empty, RunLink, State, Waiting, count, plain } from "../lib/parts.mjs";
import { Change } from "../lib/actions.mjs";

export function Schedules() {
  const answer = useGet("schedules", { every: 10_000 });
  const all = answer.value;
  return html`<h1>Schedules</h1><${Waiting} answer=${answer} />
    ${all && (all.length === 0 ? html`<${Empty}><p>No schedules.</p><p>Your program declares one with <code>schedule.Define</code>, or puts one with <code>reprise.PutSchedule</code>.</p><//>` : html`<table class="cards"><caption class="unseen">Schedules</caption>
      <thead><tr><th scope="col">Schedule</th><th scope="col">State</th><th scope="col">Workflow</th><th scope="col">Times</th><th scope="col">Next</th><th scope="col" class="number">Fired</th><th scope="col" class="number">Left out</th><th scope="col">Last runs</th>${may("schedule") && html`<th scope="col">Do</th>`}</tr></thead>
      <tbody>${all.map((s) => html`<tr key=${s.id}>
        <td><b>${plain(s.id)}</b></td><td data-name="State"><${ScheduleState} of=${s} /></td>
        <td data-name="Workflow">${plain(s.workflow)}</td><td data-name="Times"><code>${plain(s.times)}</code></td>
        <td data-name="Next" class="nowrap"><${Time} at=${s.next?.[0]} />${s.waiting && html`<div class="faint">the time of <${Time} at=${s.waiting} /> waits for the last run to end</div>`}</td>
        <td data-name="Fired" class="number">${count(s.fired)}</td><td data-name="Left out" class="number">${count(s.skipped)}${s.skips?.length > 0 && html`<div class="faint">${plain(s.skips.at(-1).text ?? s.skips.at(-1).reason)}</div>`}</td>
        <td data-name="Last runs">${s.last?.slice(-3).reverse().map((r) => html`<div><${RunLink} run=${r} /></div>`)}</td>
        ${may("schedule") && html`<td class="acts"><${Change} path=${onNamed("schedules", s.id, "trigger")} verb="trigger" text="A run of it is started now, paused or not." done=${answer.reload} />
          ${s.paused ? html`<${Change} path=${onNamed("schedules", s.id, "resume")} verb="resume" text="It fires again. What came meanwhile is not made up for." done=${answer.reload} />`
            : html`<${Change} path=${onNamed("schedules", s.id, "pause")} verb="pause" text="It fires no more. Runs that are open go on." done=${answer.reload} />`}</td>`}</tr>`)}</tbody></table>`)}`;
}

const late = 30; // seconds; the list may be ten seconds old

function ScheduleState({ of: s }) {
  const now = useNow();
  if (s.paused) return html`<${State} of="paused">paused by ${plain(s.paused.who)}: ${plain(s.paused.why)}<//>`;
  if (s.next?.length === 0) return html`<${State} of="over" />`;
  if (!s.waiting && (now - Date.parse(s.next?.[0])) / 1000 > late + (s.jitter_seconds ?? 0)) return html`<${State} of="degraded">overdue: no worker has fired it<//>`;
  return html`<${State} of="ok">on<//>`;
}

// Queues: what waits, how long, who serves it.
import { html } from "../lib/html.mjs";
import { may, onNamed, useGet } from "../lib/api.mjs";
import { Time, duration } from "../lib/time.mjs";
import { Empty, State, Waiting, count, plain } from "../lib/parts.mjs";
import { Change } from "../lib/actions.mjs";

export function Queues() {
  const answer = useGet("queues", { every: 10_000 });
  const all = answer.value;
  return html`<h1>Queues</h1><${Waiting} answer=${answer} />
    ${all && (all.length === 0 ? html`<${Empty}><p>Nothing waits, and no worker serves a queue.</p><//>` : html`<table class="cards"><caption class="unseen">Queues</caption>
      <thead><tr><th scope="col">Queue</th><th scope="col">State</th><th scope="col" class="number">Ready runs</th><th scope="col" class="number">Ready activities</th><th scope="col" class="number">Oldest</th><th scope="col" class="number">Running</th><th scope="col" class="number">Retrying</th><th scope="col" class="number">Slots</th><th scope="col" class="number">Workers</th><th scope="col">Limits</th>${may("queue") && html`<th scope="col">Do</th>`}</tr></thead>
      <tbody>${all.map((q) => html`<tr key=${q.name}>
        <td><b>${plain(q.name)}</b></td>
        <td data-name="State"><${QueueState} of=${q} /></td>
        <td data-name="Ready runs" class="number">${count(q.ready_runs, q.capped)}</td><td data-name="Ready activities" class="number">${count(q.ready_activities, q.capped)}</td>
        <td data-name="Oldest" class=${"number nowrap" + (q.lag_seconds > 30 ? " bad" : "")}>${q.ready ? duration(Math.floor(q.lag_seconds)) : ""}</td>
        <td data-name="Running" class="number">${count(q.running)}</td>
        <td data-name="Retrying" class="number">${count(q.retrying, q.capped)}</td>
        <td data-name="Slots" class="number">${count(q.slots)}</td><td data-name="Workers" class="number">${count(q.workers)}</td>
        <td data-name="Limits"><${Limits} of=${q.set ?? q.declared} />${q.set && html` <span class="faint">set by hand</span>`}</td>
        ${may("queue") && html`<td class="acts">${q.paused ? html`<${Change} path=${onNamed("queues", q.name, "resume")} verb="resume" text="Its activities begin again." done=${answer.reload} />`
          : html`<${Change} path=${onNamed("queues", q.name, "pause")} verb="pause" text="No activity of it begins, in any worker. Those that run go on." done=${answer.reload} />`}</td>`}</tr>`)}</tbody></table>`)}`;
}

function QueueState({ of: q }) {
  if (q.paused) return html`<${State} of="paused">paused by ${plain(q.paused.who)}: ${plain(q.paused.why)}<//>`;
  if (!q.workers) return html`<${State} of=${q.ready ? "blocked" : "silent"}>no worker serves it<//>`;
  if (q.cooling_until) return html`<${State} of="silent">cools down<//>, continues <${Time} at=${q.cooling_until} />`;
  if (q.at_limit) return html`<${State} of="silent">at its limit<//>`;
  const held = q.held > 0 && html`<div class="faint">${count(q.held, q.capped)} wait for their partitions</div>`;
  if (q.lag_seconds > 30) return html`<${State} of="degraded">served, but late<//>${held}`;
  return html`<${State} of="ok">served<//>${held}`;
}

function Limits({ of: s }) {
  if (!s) return html`<span class="faint">none</span>`;
  return [s.per_worker && s.per_worker + " a worker", s.concurrency && s.concurrency + " at once", s.rate, s.per_partition && s.per_partition + " a partition", s.per_partition_rate && s.per_partition_rate + " a partition"].filter(Boolean).map(plain).join(", ");
}

// Workers: which are alive, what they have, which build they are.
import { html } from "../lib/html.mjs";
import { may, useGet } from "../lib/api.mjs";
import { For, Time } from "../lib/time.mjs";
import { Copy, Empty, State, Waiting, count, plain } from "../lib/parts.mjs";
import { Change } from "../lib/actions.mjs";

export function Workers() {
  const answer = useGet("workers", { every: 5_000 });
  const all = answer.value;
  const builds = Map.groupBy?.(all ?? [], (w) => w.build) ?? new Map();
  return html`<h1>Workers</h1><${Waiting} answer=${answer} />
    ${builds.size > 1 && html`<p>Builds at work: ${[...builds].map(([build, of]) => `${plain(build)} (${of.filter((w) => w.alive).length})`).join(", ")}</p>`}
    ${all && (all.length === 0 ? html`<${Empty}><p>No worker is alive.</p><p>Start your program: it takes the waiting work.</p><//>` : html`<table class="cards"><caption class="unseen">Workers</caption>
      <thead><tr><th scope="col">Worker</th><th scope="col">State</th><th scope="col">Build</th><th scope="col">Queues</th><th scope="col" class="number">Slots taken</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Activities</th><th scope="col">Lease until</th><th scope="col">For</th>${may("drain") && html`<th scope="col">Do</th>`}</tr></thead>
      <tbody>${all.map((w) => html`<tr key=${w.id}>
        <td><b>${plain(w.host)}</b> pid ${w.pid} <${Copy} text=${w.id} label="the worker id" />${w.labels && html`<div class="faint">${Object.entries(w.labels).map(([k, v]) => plain(k + "=" + v)).join(" ")}</div>`}</td>
        <td data-name="State"><${State} of=${w.dead ? "dead" : w.alive ? "alive" : "silent"} />${w.drain && html`<div class="faint">is draining: ${plain(w.drain.why)}, ${plain(w.drain.who)}</div>`}</td>
        <td data-name="Build">${plain(w.build)}</td><td data-name="Queues">${w.queues?.map(plain).join(", ")}</td>
        <td data-name="Slots taken" class="number">${count(w.slots - w.free)} of ${count(w.slots)}</td><td data-name="Runs" class="number">${count(w.runs)}</td><td data-name="Activities" class="number">${count(w.activities)}</td>
        <td data-name="Lease until" class="nowrap"><${Time} at=${w.lease_until} /></td><td data-name="For" class="nowrap"><${For} since=${w.started} /></td>
        ${may("drain") && html`<td class="acts">${!w.alive ? null : w.drain ? html`<${Change} path=${`workers/${w.id}/undrain`} verb="undrain" text="It takes work again." done=${answer.reload} />`
          : html`<${Change} path=${`workers/${w.id}/drain`} verb="drain" text="It claims no more work. Running attempts continue to their end." done=${answer.reload} />`}</td>`}</tr>`)}</tbody></table>`)}`;
}

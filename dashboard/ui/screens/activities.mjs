// Activities of all runs: what is being tried again, grouped by how it fails; what runs; what nobody takes.
import { html, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { place, withQuery } from "../lib/route.mjs";
import { may, useGet } from "../lib/api.mjs";
import { For, Time } from "../lib/time.mjs";
import { Empty, Failure, RunLink, Tabs, Waiting, count, plain } from "../lib/parts.mjs";
import { Batch } from "../lib/batch.mjs";

const states = [["retrying", "Retrying"], ["running", "Running"], ["ready", "Ready and not taken"]];
const selecting = ["name", "queue", "workflow"];

export function Activities() {
  const { query } = useCell(place);
  const state = query.get("state") ?? "retrying";
  const asked = new URLSearchParams([["state", state], ...[...query].filter(([name, value]) => value && selecting.includes(name))]);
  const all = query.get("rows") === "1" || state !== "retrying";
  return html`<h1>Activities</h1>
    <${Tabs} label="States" all=${states} at=${state} href=${(s) => "activities?state=" + s} />
    ${[...query].some(([name]) => selecting.includes(name)) && html`<div class="filters">${selecting.filter((n) => query.get(n)).map((n) => html`<a class="chip set" href=${withQuery({ [n]: null, cursor: null })} aria-label=${"Take off: " + n + " " + query.get(n)}>${n} <b>${plain(query.get(n))}</b> ✕</a>`)}</div>`}
    ${all ? html`<${List} asked=${asked} state=${state} cursor=${query.get("cursor")} />` : html`<${Groups} asked=${asked} />`}`;
}

const empty = { retrying: "No activity waits for another attempt.", running: "No activity with a row runs now.", ready: "No activity waits for a worker." };

function Groups({ asked }) {
  const answer = useGet("activities/groups?" + asked, { every: 10_000 });
  const [group, choose] = useState(null);
  const v = answer.value;
  return html`<${Waiting} answer=${answer} />
    ${v && (v.groups.length === 0 ? html`<${Empty}><p>${empty.retrying}</p><//>` : html`
      ${!v.complete && html`<p class="faint">Of the first ${count(v.scanned)} that wait.</p>`}
      <table class="cards"><caption class="unseen">Activities that fail alike, the largest group first</caption>
      <thead><tr><th scope="col">Activity</th><th scope="col">Failure</th><th scope="col" class="number">Waiting</th><th scope="col" class="number">Runs</th><th scope="col">Oldest</th><th scope="col">Next attempt</th><th scope="col" class="number">Worst attempt</th><th scope="col">Do</th></tr></thead>
      <tbody>${v.groups.map((g) => html`<tr key=${g.name + g.queue + g.code + g.message}>
        <td><b>${plain(g.name)}</b><div class="faint">${plain(g.queue)}</div></td>
        <td data-name="Failure"><${Failure} of=${{ code: g.code, message: g.message ?? "" }} /></td>
        <td data-name="Waiting" class="number">${count(g.count)}</td><td data-name="Runs" class="number">${count(g.runs)}</td>
        <td data-name="Oldest" class="nowrap"><${For} since=${g.oldest} /></td><td data-name="Next attempt" class="nowrap"><${Time} at=${g.next} /></td>
        <td data-name="Worst attempt" class="number">${g.worst_attempt}</td>
        <td class="acts"><a class="button" href=${withQuery({ rows: "1", name: g.name, queue: g.queue })}>Rows</a> <a class="button" href=${"runs/" + g.example}>Example</a>
          ${may("batch") && may("retry") && html` <button onClick=${() => choose({ name: g.name, queue: g.queue, code: g.code ?? "", message: g.message ?? "" })}>Retry now</button>`}</td></tr>`)}</tbody></table>`)}
    ${group && html`<${Batch} group=${group} closed=${() => { choose(null); answer.reload(); }} />`}`;
}

const when = { retrying: "Next attempt", running: "Begun", ready: "Ready for" };

function List({ asked, state, cursor }) {
  const query = new URLSearchParams(asked);
  query.set("limit", "50");
  if (cursor) query.set("cursor", cursor);
  const answer = useGet("activities?" + query, { every: 5_000 });
  const v = answer.value;
  return html`<${Waiting} answer=${answer} />
    ${v && (v.activities.length === 0 ? html`<${Empty}><p>${empty[state]}</p><//>` : html`<table class="cards"><caption class="unseen">Activities</caption>
      <thead><tr><th scope="col">Activity</th><th scope="col">Run</th><th scope="col">Workflow</th><th scope="col" class="number">Attempt</th><th scope="col">${when[state]}</th>${state === "running" && html`<th scope="col">Heartbeat</th><th scope="col">Worker</th>`}<th scope="col">Last error</th><th scope="col">Queue</th></tr></thead>
      <tbody>${v.activities.map((a) => html`<tr key=${a.run_id + a.number}>
        <td><b>${plain(a.name)}</b></td><td data-name="Run"><${RunLink} run=${a} /></td><td data-name="Workflow">${plain(a.workflow)}</td>
        <td data-name="Attempt" class="number">${a.attempt}${a.max_attempts ? " of " + a.max_attempts : ""}</td><td data-name=${when[state]} class="nowrap">${state === "ready" ? html`<${For} since=${a.next} />` : html`<${Time} at=${a.started ?? a.next} />`}</td>
        ${state === "running" && html`<td data-name="Heartbeat" class="nowrap"><${Time} at=${a.heartbeat} /></td><td data-name="Worker">${a.worker && plain(a.worker.host ?? a.worker.id)}</td>`}
        <td data-name="Last error"><${Failure} of=${a.last_error} /></td><td data-name="Queue"><a href="queues">${plain(a.queue)}</a></td></tr>`)}</tbody></table>
      <div class="bar">${cursor && html`<a class="button" href=${withQuery({ cursor: null })}>First page</a>`}${v.next && html`<a class="button" href=${withQuery({ cursor: v.next })}>More</a>`}</div>`)}`;
}

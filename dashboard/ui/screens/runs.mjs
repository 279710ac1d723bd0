// Runs: what each waits for, and since when.
import { html, useEffect, useRef, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { go, place, withQuery } from "../lib/route.mjs";
import { may, useGet } from "../lib/api.mjs";
import { For, Time, duration } from "../lib/time.mjs";
import { Empty, RunLink, RunState, Said, Waiting, count, oneLine, plain, whyBlocked } from "../lib/parts.mjs";
import { Batch } from "../lib/batch.mjs";

const statuses = ["open", "completed", "failed", "cancelled", "terminated", "continued"];

// The values of the address that select runs: the API has them by the same names.
const fields = [
  ["workflow", "Workflow", "order"],
  ["prefix", "Id begins with", "order-"],
  ["waiting", "Waiting for", "signal:approve"],
  ["since_over", "For more than", "1h"],
  ["queue", "Queue", "default"],
  ["started_after", "Started after", "-24h or 2026-01-31T00:00:00Z"],
  ["started_before", "Started before", "-24h or 2026-01-31T00:00:00Z"],
  ["where", "Where", 'tier = "gold"'],
];

export function Runs() {
  const { query } = useCell(place);
  const asked = new URLSearchParams([...query].filter(([name, value]) => value && (name === "status" || name === "blocked" || fields.some(([field]) => field === name))));
  const selecting = asked.toString();
  asked.set("limit", "50");
  const cursor = query.get("cursor");
  if (cursor) asked.set("cursor", cursor);
  const newest = !cursor;
  const answer = useGet("runs?" + asked, newest ? { on: "runs=" + encodeURIComponent(selecting) } : {});
  const counts = useGet("runs/count", { every: 15_000 });
  const [shown, hold] = useState(null); // the rows: new ones wait until they are asked for
  const [chosen, choose] = useState(new Set());
  const [batch, setBatch] = useState(null);
  const where = useRef("");

  useEffect(() => {
    if (!answer.value || answer.path !== "runs?" + asked) return;
    const all = answer.value;
    if (where.current !== answer.path || !shown?.runs.length || window.scrollY < 40 && !chosen.size) hold(all);
    else { // rows stay where they are; what is known of them is renewed
      const by = new Map(all.runs.map((r) => [r.run_id, r]));
      hold((s) => ({ ...s, as_of: all.as_of, runs: s.runs.map((r) => by.get(r.run_id) ?? r) }));
    }
    where.current = answer.path;
  }, [answer.value, answer.path]);
  useEffect(() => choose(new Set()), [selecting, cursor]);

  const rows = shown?.runs ?? [];
  const known = new Set(rows.map((r) => r.run_id));
  const fresh = newest && where.current === answer.path ? answer.value?.runs.filter((r) => !known.has(r.run_id)).length ?? 0 : 0;
  const matching = matched(query);
  const toggle = (id) => choose((s) => { const next = new Set(s); if (!next.delete(id)) next.add(id); return next; });
  const all = rows.length > 0 && rows.every((r) => chosen.has(r.run_id));
  return html`<h1>Runs</h1>
    <${Chips} query=${query} counts=${counts.value} />
    <div class="bar"><${Filters} query=${query} /><span class="grow"></span>
    ${may("batch") && rows.length > 0 && html`
      ${chosen.size > 0 && html`<button onClick=${() => setBatch({ runs: [...chosen] })}>Act on ${chosen.size} selected</button>`}
      ${matching && html`<button class="quiet" onClick=${() => setBatch({ query: matching })}>Act on all open runs that match</button>`}`}
    </div>
    ${fresh > 0 && html`<p><button class="new" onClick=${() => { hold(answer.value); window.scrollTo(0, 0); }}>${fresh === 50 ? "50 or more" : fresh} new</button></p>`}
    <${Waiting} answer=${answer} />
    ${shown && (rows.length === 0
      ? html`<${Empty}>${selecting ? html`<p>No run matches.</p><p><a href="runs">Clear the filters</a></p>` : html`<p>No runs yet.</p><p>Your program starts one with <code>reprise.Start</code>; or start one under <a href="definitions">Definitions</a>.</p>`}<//>`
      : html`<table class="cards">
        <caption class="unseen">Runs, newest first</caption>
        <thead><tr>
          ${may("batch") && html`<th class="check"><input type="checkbox" aria-label="Select all rows" checked=${all} onChange=${() => choose(all ? new Set() : new Set(rows.map((r) => r.run_id)))} /></th>`}
          <th scope="col">Status</th><th scope="col">Id</th><th scope="col">Workflow</th><th scope="col">Waiting for</th><th scope="col">Since</th><th scope="col">Started</th><th scope="col" class="number">Took</th><th scope="col">Queue</th><th scope="col">Build</th></tr></thead>
        <tbody>${rows.map((r) => html`<tr key=${r.run_id} class=${chosen.has(r.run_id) ? "chosen" : ""}>
          ${may("batch") && html`<td class="check"><input type="checkbox" aria-label=${"Select " + (r.id ?? r.run_id)} checked=${chosen.has(r.run_id)} onChange=${() => toggle(r.run_id)} /></td>`}
          <td><${RunState} run=${r} /></td>
          <td><${RunLink} run=${r} /></td>
          <td data-name="Workflow" class=${oneLine(r.workflow)}><bdi>${plain(r.workflow)}</bdi></td>
          <td class="waits" data-name="Waiting for"><${What} run=${r} /></td>
          <td data-name="Since" class="nowrap">${r.status === "open" && r.since && html`<${For} since=${r.since} />`}</td>
          <td data-name="Started" class="nowrap"><${Time} at=${r.created} /></td>
          <td data-name="Took" class="number nowrap">${r.closed && duration((Date.parse(r.closed) - Date.parse(r.created)) / 1000)}</td>
          <td data-name="Queue" class=${oneLine(r.queue)}>${plain(r.queue ?? "")}</td>
          <td data-name="Build" class=${"faint " + oneLine(r.build)}>${plain(r.build ?? "")}</td>
        </tr>`)}</tbody></table>
        <div class="bar">
          ${cursor && html`<a class="button" href=${withQuery({ cursor: null })}>Newest</a>`}
          ${shown.next && html`<a class="button" href=${withQuery({ cursor: shown.next })}>Older</a>`}
          ${shown.complete === false && html`<span class="faint">Examined ${count(shown.scanned)} runs; older ones follow.</span>`}
        </div>`)}
    ${batch && html`<${Batch} ...${batch} closed=${() => { setBatch(null); choose(new Set()); answer.reload(); }} />`}`;
}

/** @type {Record<string, (value: string) => string>} */
const conditions = {
  where: (value) => value, prefix: (value) => "prefix = " + JSON.stringify(value), waiting: (value) => "waiting = " + JSON.stringify(value), since_over: (value) => "since < -" + value,
  started_after: (value) => "started >= " + value, started_before: (value) => "started < " + value,
};

/** What a batch takes for these filters; null where they have runs that are not open. */
function matched(query) {
  const q = /** @type {any} */ ({}), where = [];
  for (const [name, value] of query) {
    if (!value || name === "cursor") continue;
    if (name === "status" && value !== "open") return null;
    if (name === "blocked") q.blocked = true;
    if (name === "workflow" || name === "queue") q[name] = value;
    if (conditions[name]) where.push(conditions[name](value));
  }
  if (where.length) q.where = where.join(" and ");
  return Object.keys(q).length ? q : { all: true };
}

function What({ run }) {
  if (run.status !== "open") return null;
  if (run.blocked && run.blocked.reason !== "paused") return html`<div class="two" title=${plain(run.blocked.text)}>${whyBlocked(run)}</div>`;
  return run.waiting ? html`<div class="two"><${Said} text=${run.waiting} /></div>` : null;
}

function Chips({ query, counts }) {
  const chosen = (query.get("status") ?? "").split(",").filter(Boolean);
  const blocked = query.get("blocked") === "1";
  const to = (s) => withQuery({ cursor: null, blocked: null, status: (chosen.includes(s) ? chosen.filter((c) => c !== s) : [...chosen, s]).join(",") });
  const chip = (name, on, href, n, more) => html`<a class=${"chip " + name} href=${href} aria-current=${on ? "true" : undefined}>${name}${n && html` <b>${count(n.n, n.capped)}</b>`}${more}</a>`;
  return html`<nav class="chips" aria-label="Status">
    ${chip("all", !chosen.length && !blocked, withQuery({ cursor: null, status: null, blocked: null }))}
    ${chip("blocked", blocked, withQuery({ cursor: null, status: null, blocked: blocked ? null : "1" }), counts?.blocked, counts?.paused?.n > 0 && html` and <b>${count(counts.paused.n, counts.paused.capped)}</b> paused`)}
    ${statuses.map((s) => chip(s, chosen.includes(s), to(s), counts?.[s]))}</nav>`;
}

const focus = (input) => input?.focus(); // once: a ref that is another function is called each time

function Filters({ query }) {
  const set = fields.filter(([name]) => query.get(name));
  const [adding, add] = useState("");
  const field = fields.find(([name]) => name === adding);
  return html`<div class="filters">
    ${set.map(([name, title]) => html`<a class="chip set" href=${withQuery({ [name]: null, cursor: null })} aria-label=${"Take off: " + title + " " + query.get(name)}>${title} <b>${plain(query.get(name))}</b> ✕</a>`)}
    ${field ? html`<form class="inline" onSubmit=${(e) => { e.preventDefault(); add(""); go(withQuery({ [adding]: e.target.value.value.trim(), cursor: null })); }}>
        <label>${field[1]} <input key=${adding} name="value" placeholder=${field[2]} required ref=${focus} onKeyDown=${(e) => e.key === "Escape" && add("")} /></label><button>Filter</button></form>`
      : html`<label class="pick"><span class="unseen">Add a filter</span><select value="" onChange=${(e) => add(e.target.value)}><option value="">+ filter</option>${fields.filter(([name]) => !query.get(name)).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>`}
  </div>`;
}

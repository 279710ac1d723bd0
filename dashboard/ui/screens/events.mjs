// The history of a run: its events, of which those in view are read, and the one that is chosen.
import { html, useEffect, useRef, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { go, place, withQuery } from "../lib/route.mjs";
import { get } from "../lib/api.mjs";
import { Time } from "../lib/time.mjs";
import { Rows, Trouble, Value, plain } from "../lib/parts.mjs";

const page = 200;

export function Events({ run, version }) {
  const { query } = useCell(place);
  const seq = Number(query.get("seq")) || 0;
  const pages = useRef(new Map());
  const [, again] = useState(0);
  const [error, fail] = useState(null);

  function load(n) {
    if (pages.current.has(n)) return;
    pages.current.set(n, null);
    get(`runs/${run.run_id}/events?from=${n * page + 1}&limit=${page}`).then(({ value, damage }) => {
      pages.current.set(n, value);
      if (damage) fail(new Error(damage));
      again((x) => x + 1);
    }, (e) => {
      pages.current.delete(n);
      fail(e);
    });
  }
  useEffect(() => { // the last page may have more events now
    const last = Math.max(0, ...pages.current.keys());
    pages.current.delete(last);
    load(last);
  }, [version]);
  const event = (i) => {
    const n = Math.floor(i / page);
    const at = pages.current.get(n);
    if (at === undefined) load(n);
    return at?.[i - n * page];
  };
  const chosen = seq > 0 && seq <= run.events ? event(seq - 1) : null;
  const move = (by) => go(withQuery({ tab: "events", seq: String(Math.min(run.events, Math.max(1, seq + by))) }), { replace: true });

  return html`<div class="split">
    <div>
      <form class="inline" onSubmit=${(e) => { e.preventDefault(); const to = Number(e.target.seq.value); if (to >= 1) go(withQuery({ tab: "events", seq: String(Math.min(run.events, to)) }), { replace: true }); }}>
        <label>Event <input name="seq" type="number" min="1" max=${run.events} value=${seq || ""} /></label><button>Go</button>
        <span class="faint">of ${run.events.toLocaleString("en")}</span></form>
      <${Trouble} error=${error} />
      <div onKeyDown=${(e) => { if (e.key === "ArrowDown") { e.preventDefault(); move(1); } else if (e.key === "ArrowUp") { e.preventDefault(); move(-1); } }}>
      <${Rows} label="Events" count=${run.events} height=${33} at=${seq > 0 ? seq - 1 : undefined}
        head=${html`<tr><th scope="col" class="number">#</th><th scope="col">Event</th><th scope="col">What</th><th scope="col">Where</th><th scope="col">Time</th></tr>`}
        row=${(i) => {
          const e = event(i);
          return html`<tr key=${i} aria-rowindex=${i + 2} class=${(i + 1 === seq ? "chosen " : "") + (e?.failure ? "failed" : "")} onClick=${() => go(withQuery({ tab: "events", seq: String(i + 1) }), { replace: true })}>
            <td class="number"><a class="id" href=${withQuery({ tab: "events", seq: String(i + 1) })}>${i + 1}</a></td>
            ${e ? html`<td class="nowrap">${e.kind}</td><td class="clip">${plain(what(e))}</td><td class="clip"><code>${plain(e.site ?? "")}</code></td><td class="nowrap"><${Time} at=${e.time} /></td>` : html`<td colspan="4" class="faint">…</td>`}</tr>`;
        }} />
      </div>
    </div>
    <aside aria-label="The chosen event">${chosen ? html`<h3>Event ${chosen.seq}: ${chosen.kind}</h3><${Value} of=${chosen} name=${"event " + chosen.seq} whole=${`api/v1/runs/${run.run_id}/events/${chosen.seq}/payload`} />` : html`<p class="faint">Choose an event.</p>`}</aside>
  </div>`;
}

/** What an event is about, in a few words. */
export function what(e) {
  const of = e.activity ?? e.timer ?? e.child ?? e.update ?? e.promise ?? e.signal;
  const words = [e.name ?? e.workflow, of && "of " + of, e.attempt && "attempt " + e.attempt, e.failure?.message, e.reason, e.who && "by " + e.who];
  return words.filter(Boolean).join(", ");
}

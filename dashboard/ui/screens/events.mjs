// The history of a run: its events, of which those in view are read, and the one that is chosen.
import { html, useEffect, useRef, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { go, place, withQuery } from "../lib/route.mjs";
import { get, passes, useGet } from "../lib/api.mjs";
import { Time } from "../lib/time.mjs";
import { Rows, Trouble, Value, Waiting, plain } from "../lib/parts.mjs";

const page = 200;
const mostFound = 1000;

export function Events({ run, version }) {
  const { query } = useCell(place);
  const seq = Math.min(run.events, Number(query.get("seq")) || 0);
  const find = query.get("find") ?? "", failed = query.get("failed") === "1";
  const all = useHistory(run, version);
  const found = useGet(find || failed ? `runs/${run.run_id}/events?brief=1&limit=${mostFound}&find=${encodeURIComponent(find)}&failed=${failed ? 1 : 0}` : null, { on: run.status === "open" ? "run=" + run.run_id : "" });
  const some = find || failed ? found.value ?? [] : null;
  const events = some ?? { length: run.events };
  const event = (i) => some ? some[i] : all.event(i);
  const at = some ? some.findIndex((e) => e.seq === seq) : seq - 1;
  const choose = (i) => {
    const to = some ? some[i]?.seq : i + 1;
    if (to >= 1 && to <= run.events) go(withQuery({ tab: "events", seq: String(to) }), { replace: true });
  };
  const move = (e) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!by || e.target.closest("input")) return;
    e.preventDefault();
    choose(Math.max(0, Math.min(events.length - 1, at + by)));
  };
  return html`<div class="split">
    <div>
      <div class="bar">
        <form class="inline" onSubmit=${(e) => { e.preventDefault(); const to = Number(e.target.seq.value); if (to >= 1) go(withQuery({ tab: "events", find: null, failed: null, seq: String(Math.min(run.events, to)) }), { replace: true }); }}>
          <label>Event <${Typed} name="seq" type="number" min="1" max=${run.events} given=${seq || ""} /></label><button>Go</button></form>
        <form class="inline" onSubmit=${(e) => { e.preventDefault(); go(withQuery({ tab: "events", find: e.target.find.value.trim() }), { replace: true }); }}>
          <label>Find <${Typed} name="find" given=${find} placeholder="charge" /></label><button>Find</button></form>
        <label class="line"><input type="checkbox" checked=${failed} onChange=${(e) => go(withQuery({ tab: "events", failed: e.target.checked ? "1" : null }), { replace: true })} /> Failed only</label>
        <span class="faint" role="status">${some ? `${some.length === mostFound ? "the first " : ""}${some.length.toLocaleString("en")} found of ` : ""}${run.events.toLocaleString("en")} events</span>
      </div>
      <${Trouble} error=${all.error ?? found.error} />
      <div onKeyDown=${move}><${Rows} label="Events" count=${events.length} height=${33} at=${at >= 0 ? at : undefined}
        head=${html`<tr><th scope="col" class="number">#</th><th scope="col">Event</th><th scope="col">What</th><th scope="col">Where</th><th scope="col">Time</th></tr>`}
        row=${(i) => html`<${Row} key=${i} event=${event(i)} seq=${some ? event(i).seq : i + 1} index=${i} chosen=${i === at} choose=${() => choose(i)} />`} /></div>
    </div>
    <aside aria-label="The chosen event">${seq > 0 ? html`<${Chosen} key=${seq} run=${run} seq=${seq} />` : html`<p class="faint">Choose an event.</p>`}</aside>
  </div>`;
}

/** An input that begins with what is given. What is typed stays while the page is renewed. */
function Typed({ given, ...rest }) {
  const [text, set] = useState(given);
  useEffect(() => set(given), [given]);
  return html`<input ...${rest} value=${text} onInput=${(e) => set(e.target.value)} />`;
}

function Row({ event: e, seq, index, chosen, choose }) {
  return html`<tr aria-rowindex=${index + 2} class=${(chosen ? "chosen " : "") + (e && failureOf(e) ? "failed" : "")} onClick=${choose}>
    <td class="number"><a class="id" href=${withQuery({ tab: "events", seq: String(seq) })}>${seq}</a></td>
    ${e ? html`<td>${e.kind}</td><td>${plain(what(e))}</td><td><code>${plain(e.site ?? "")}</code></td><td><${Time} at=${e.time} /></td>` : html`<td colspan="4" class="faint">…</td>`}</tr>`;
}

function Chosen({ run, seq }) {
  const answer = useGet(`runs/${run.run_id}/events?from=${seq}&limit=1`);
  const e = answer.value?.[0];
  return html`<${Waiting} answer=${answer} />${e && html`<h3>Event ${e.seq}: ${e.kind}</h3><${Value} of=${e} name=${"event " + e.seq} whole=${`runs/${run.run_id}/events/${e.seq}/payload`} />`}`;
}

/** The events by their index, without what they carry. A page of them is read when one of it is in view. */
function useHistory(run, version) {
  const pages = useRef(new Map());
  const [, again] = useState(0);
  const [error, fail] = useState(null);
  const load = (n) => {
    if (pages.current.has(n)) return;
    const asked = [];
    pages.current.set(n, asked);
    get(`runs/${run.run_id}/events?brief=1&from=${n * page + 1}&limit=${page}`).then(({ value, damage }) => {
      if (pages.current.get(n) !== asked) return; // it was asked for again since
      pages.current.set(n, value);
      fail(damage ? new Error(damage) : null);
      again((x) => x + 1);
    }, (e) => {
      fail(e);
      if (passes(e)) setTimeout(() => {
        pages.current.delete(n);
        again((x) => x + 1);
      }, 5000);
    });
  };
  useEffect(() => { // pages that were not full may have more events now
    for (const [n, events] of pages.current) if (events.length < page) pages.current.delete(n);
    again((x) => x + 1);
  }, [version]);
  const event = (i) => {
    const n = Math.floor(i / page);
    load(n);
    return pages.current.get(n)[i - n * page];
  };
  return { event, error };
}

/** The failure of an event; one that completed has that of the attempt before. */
export const failureOf = (e) => e.kind === "activity completed" ? undefined : e.failure;

/** What an event is about, in a few words. */
export function what(e) {
  const of = e.activity ?? e.timer ?? e.child ?? e.update ?? e.promise ?? e.signal;
  const words = [e.name ?? e.workflow, of && "of #" + of, e.attempt && "attempt " + e.attempt, failureOf(e)?.message, e.reason, e.who && "by " + e.who];
  return words.filter(Boolean).join(", ");
}

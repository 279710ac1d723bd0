// The timeline: a row for each span, with its bar. Time in which nothing began or ended is folded.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.mjs";
import { useCell } from "../lib/cell.mjs";
import { withQuery } from "../lib/route.mjs";
import { useGet, storeNow } from "../lib/api.mjs";
import { Time, axis, clock, duration, zone } from "../lib/time.mjs";
import { useKey } from "../lib/keys.mjs";
import { RunLink, Rows, State, Waiting, count, plain } from "../lib/parts.mjs";

const most = 2000;
const foldedWidth = 0.08; // of the whole, for each stretch that is folded
const apart = 104; // pixels that a time on the axis has room in
const fineBelow = 10_000; // milliseconds that are not folded: the axis tells milliseconds, too

export function Timeline({ run }) {
  const [real, set] = useState(false);
  useKey({ z: () => set((r) => !r) });
  const answer = useGet(`runs/${run.run_id}/timeline?last=${most}`, { on: run.status === "open" ? "run=" + run.run_id : "" });
  const spans = answer.value;
  const scale = useMemo(() => spans && scaleOf(spans, real), [spans, real]);
  if (!spans) return html`<${Waiting} answer=${answer} />`;
  return html`<div class="bar"><label class="line"><input type="checkbox" checked=${real} onChange=${(e) => set(e.target.checked)} /> Real scale <kbd>z</kbd></label>
      <${Zone} scale=${scale} />
      ${spans.length > most && html`<span class="faint">The last ${count(most)} spans.</span>`}</div>
    <${Rows} label="Timeline" count=${spans.length} height=${33}
      head=${html`<tr><th scope="col">What</th><th scope="col">Outcome</th><th scope="col">Begin</th><th scope="col" class="number">Took</th><th class="track" aria-hidden="true"><${Ruler} scale=${scale} /></th></tr>`}
      row=${(i) => html`<${Span} key=${spans[i].seq ?? spans[i].kind + i} span=${spans[i]} index=${i} scale=${scale} />`} />`;
}

/** What the times on the axis are: after what, or of which day and zone. */
function Zone({ scale }) {
  const how = useCell(zone);
  const begin = clock(scale.when(0), how === "utc");
  return html`<span class="faint zone">${how === "relative" ? "The axis: since the run began" : `The axis: from ${begin}`}</span>`;
}

/** The axis: how long each folded stretch is, and times as far as there is room for them. */
function Ruler({ scale }) {
  const how = useCell(zone);
  const box = useRef(), [wide, set] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => set(box.current?.clientWidth ?? 0));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const marks = marksOf(scale, wide), texts = axis(marks.map((m) => m.ms), how, scale.open < fineBelow);
  return html`<div class="ruler" ref=${box}>${scale.folds.map((f) => html`<span class="fold" style=${place(f)} title=${"Nothing happened for " + duration(f.seconds)}>${duration(f.seconds, 1)}</span>`)}
    ${marks.map((m, i) => texts[i] !== texts[i - 1] && html`<span class=${"at" + (m.before ? " before" : "")} style=${{ left: m.at * 100 + "%" }}>${texts[i]}</span>`)}</div>`;
}

/**
 * Where the axis has times: at its beginning, behind what is folded, at its end, and between these, as far as a ruler of so
 * many pixels has room. before: the text stands before its mark.
 */
export function marksOf(scale, wide) {
  const marks = [];
  const take = (at, ms) => {
    const before = at > 0 && (1 - at) * wide < apart, from = at * wide - (before ? apart : 0);
    if (ms !== null && from >= 0 && marks.every((m) => Math.abs(from - m.from) >= apart && m.ms !== Math.round(ms))) marks.push({ at, ms: Math.round(ms), before, from });
  };
  take(0, scale.when(0));
  for (const f of scale.folds) take(f.left + f.width, f.end);
  take(1, scale.when(1));
  const steps = Math.floor(wide / apart);
  for (let i = 1; i < steps; i++) take(i / steps, scale.when(i / steps));
  return marks.sort((a, b) => a.at - b.at);
}

const place = ({ left, width }) => ({ left: left * 100 + "%", width: Math.max(width, 0) * 100 + "%" });

function Span({ span: s, index, scale }) {
  const begin = Date.parse(s.begin), end = endOf(s);
  const left = scale.at(begin), width = scale.at(end) - left;
  const bad = s.outcome === "failed" || s.kind === "blocked";
  const waiting = s.kind === "signal" || s.kind === "timer" || s.kind === "child" || s.kind === "blocked";
  const title = `${s.name ?? s.kind}: ${s.outcome}, ${duration(s.seconds)}`;
  return html`<tr aria-rowindex=${index + 2} class=${bad ? "failed" : ""}>
    <td class="clip"><span class="kind">${s.kind}</span> ${s.run_id ? html`<${RunLink} run=${s} />` : s.seq ? html`<a class="id" href=${withQuery({ tab: "events", seq: String(s.seq) })}>${plain(s.name ?? s.kind)}</a>` : html`<b>${plain(s.name ?? "")}</b>`}</td>
    <td class="nowrap"><${State} of=${s.outcome} />${s.attempts?.length > 1 && html` <span class="faint">${s.attempts.length} attempts</span>`}</td>
    <td class="nowrap"><${Time} at=${s.begin} /></td><td class="number nowrap" title=${duration(s.seconds)}>${duration(s.seconds, 1)}</td>
    <td class="track" aria-hidden="true"><div class="lane">
      ${scale.folds.map((f) => html`<span class="fold" style=${place(f)}></span>`)}
      <span class=${"span " + s.outcome + (waiting ? " waits" : "") + (s.kind === "run" ? " whole" : "")} style=${place({ left, width })} title=${title}></span>
      ${s.attempts?.slice(0, -1).map((a) => a.end && html`<span class="tick" style=${{ left: scale.at(Date.parse(a.end)) * 100 + "%" }} title=${`attempt ${a.attempt} ${a.why ?? ""}`}></span>`)}
    </div></td></tr>`;
}

const endOf = (s) => s.end ? Date.parse(s.end) : Math.max(storeNow(), Date.parse(s.begin));

/**
 * Maps moments to 0..1. A stretch in which nothing begins or ends, and which is longer than three times all
 * shorter ones together, is folded to one width, so that what happened around it can be seen.
 */
export function scaleOf(spans, real) {
  const moments = [...new Set(spans.flatMap((s) => [Date.parse(s.begin), endOf(s), ...(s.attempts ?? []).flatMap((a) => a.end ? [Date.parse(a.end)] : [])]))].sort((a, b) => a - b);
  const stretches = moments.slice(1).map((m, i) => ({ from: moments[i], length: m - moments[i] }));
  const folded = new Set();
  if (!real) {
    let sum = 0;
    for (const s of [...stretches].sort((a, b) => a.length - b.length)) {
      if (sum > 0 && s.length > 3 * sum && s.length > 1000) folded.add(s);
      else sum += s.length;
    }
  }
  const open = stretches.reduce((sum, s) => sum + (folded.has(s) ? 0 : s.length), 0);
  const fold = Math.min(foldedWidth, 0.5 / Math.max(folded.size, 1));
  const left = 1 - fold * folded.size;
  const marks = [];
  let at = 0;
  for (const s of stretches) {
    const width = folded.has(s) ? fold : open > 0 ? s.length / open * left : 0;
    marks.push({ from: s.from, length: s.length, left: at, width, folded: folded.has(s) });
    at += width;
  }
  return {
    at(ms) {
      let low = 0, high = marks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (marks[middle].from <= ms) low = middle;
        else high = middle - 1;
      }
      const m = marks[low];
      return m ? Math.min(1, m.left + (m.length ? Math.max(0, Math.min(1, (ms - m.from) / m.length)) * m.width : 0)) : 0;
    },
    /** The moment at a place; null: within what is folded. */
    when(at) {
      const m = marks.findLast((m) => m.left <= at);
      const share = m?.width ? Math.min(1, (at - m.left) / m.width) : 0;
      if (m?.folded && share > 0 && share < 0.999) return null;
      return m ? m.from + share * m.length : moments[0] ?? 0;
    },
    open,
    folds: marks.filter((m) => m.folded).map((m) => ({ left: m.left, width: m.width, seconds: m.length / 1000, end: m.from + m.length })),
  };
}

// One action on many runs: counted first, then done at a bounded pace, in calls of two seconds each.
import { html, useEffect, useRef, useState } from "./html.mjs";
import { root } from "./route.mjs";
import { may, post } from "./api.mjs";
import { Dialog, Trouble, count, plain } from "./parts.mjs";

const place = "reprise.batch " + root.href;

/** Keeps in this tab what is under way, so that a page that is loaded anew goes on with it; null: nothing is. */
function keep(batch) {
  try {
    if (batch) sessionStorage.setItem(place, JSON.stringify(batch));
    else sessionStorage.removeItem(place);
  } catch { /* then it ends with the page */ }
}

/** What was under way when the page was loaded anew: the properties of a Batch; null: nothing. */
export function underWay() {
  try {
    return JSON.parse(sessionStorage.getItem(place));
  } catch {
    return null;
  }
}

const actions = ["cancel", "terminate", "resume", "retry", "pause", "unpause"];

/**
 * The dialog. Either runs, which are run ids, or query, which selects, or group: what fails alike, which is
 * tried again.
 */
export function Batch({ runs, query, group, closed, begun }) {
  const [action, setAction] = useState(begun?.action ?? (group ? "retry" : ""));
  const [reason, setReason] = useState(begun?.reason ?? "");
  const [plan, setPlan] = useState(begun?.plan ?? null);
  const [sum, setSum] = useState(begun?.sum ?? null);
  const [error, setError] = useState(null);
  const going = useRef(false);
  const path = group ? "activities/retry" : "batch";
  const body = (more) => ({ reason, ...(group ?? { action, ...(runs ? { runs } : { query }) }), ...more });

  async function count_() {
    setError(null);
    try {
      setPlan(await post(path, body({ dry_run: true })));
    } catch (e) {
      setError(e);
    }
  }

  useEffect(() => { if (begun?.sum) doIt(); }, []);

  async function doIt() {
    if (going.current) return;
    going.current = true;
    setError(null);
    keep({ runs, query, group, begun: { action, reason, plan, sum } });
    let total = { done: 0, skipped: 0, failed: [] }, cursor = sum?.cursor ?? "";
    if (sum) total = sum;
    try {
      while (going.current) {
        const one = await post(path, body(cursor ? { cursor } : {}));
        cursor = one.cursor ?? "";
        total = { done: total.done + (one.done ?? 0), skipped: total.skipped + (one.skipped ?? 0), failed: [...total.failed, ...one.failed ?? []], cursor, over: !cursor && !one.stopped };
        setSum(total);
        keep(total.over ? null : { runs, query, group, begun: { action, reason, plan, sum: total } });
        if (one.stopped) throw new Error("It has stopped: " + one.stopped);
        if (!cursor) break;
      }
    } catch (e) {
      setError(e);
      setSum({ ...total, cursor });
    }
    going.current = false;
    setSum((s) => s && { ...s });
  }

  const stop = () => {
    going.current = false;
    keep(null);
    closed();
  };
  return html`<${Dialog} title=${group ? "Retry the group now" : runs ? `Act on ${runs.length} runs` : "Act on all open runs that match"} closed=${stop}>
    ${!plan && html`<form class="stack" onSubmit=${(e) => { e.preventDefault(); count_(); }}>
      ${!group && html`<label>Action<select required value=${action} onChange=${(e) => setAction(e.target.value)}><option value="">choose</option>${actions.filter((a) => may(a === "unpause" ? "pause" : a)).map((a) => html`<option>${a}</option>`)}</select></label>`}
      <label>Reason<input value=${reason} onInput=${(e) => setReason(e.target.value)} required maxlength="1000" /></label>
      <p class="faint">Nothing happens yet: the runs are counted first.</p>
      <button class="main">Count them</button></form>`}
    ${plan && !sum && html`<p><b>${count(plan.matched, plan.capped)}</b> ${plan.matched === 1 ? "run matches" : "runs match"}. ${group ? "" : "Runs that are started after it has begun are left alone."}</p>
      <div class="bar"><button onClick=${() => setPlan(null)}>Back</button><button class="main danger" disabled=${!plan.matched} onClick=${doIt}>${plain(action)} ${count(plan.matched, plan.capped)}</button></div>`}
    ${sum && html`<p role="status"><b>${count(sum.done)}</b> of ${count(plan.matched, plan.capped)} done${sum.skipped ? `, ${count(sum.skipped)} had nothing to do` : ""}${sum.failed.length ? `, ${count(sum.failed.length)} refused` : ""}. ${sum.over ? "Done." : going.current ? "It continues." : "It has stopped."}</p>
      <progress value=${sum.done + sum.skipped + sum.failed.length} max=${Math.max(plan.matched, 1)}></progress>
      ${sum.failed.length > 0 && html`<ul class="failed">${sum.failed.slice(0, 100).map((f) => html`<li><a href=${"runs/" + f.run_id}>${plain(f.id ?? f.run_id)}</a> ${plain(f.detail ?? f.problem)}</li>`)}</ul>`}
      <div class="bar">${!sum.over && (going.current ? html`<button onClick=${() => { going.current = false; }}>Stop</button>` : html`<button class="main" onClick=${doIt}>Go on</button>`)}<button onClick=${stop}>Close</button></div>`}
    <${Trouble} error=${error} /><//>`;
}

// What can be done to one run: a button each, and a dialog that asks for what the action needs.
import { html, useRef, useState } from "./html.mjs";
import { about, parse, post, useGet } from "./api.mjs";
import { useCell } from "./cell.mjs";
import { Dialog, Trouble, Value, plain } from "./parts.mjs";
import { go } from "./route.mjs";

/** A JSON text that the user may change, and its value; an error names what is wrong. */
function parsed(text) {
  if (text.trim() === "") return undefined;
  return parse(text);
}

const focus = (button) => button?.focus(); // once: a ref that is another function is called each time

const asText = (v) => v === undefined ? "" : JSON.stringify(v, null, 2);

/**
 * A form in a dialog. A click sends once. What send returns is said; after undefined the dialog is gone,
 * and after null the form stays.
 */
export function Form({ title, verb, danger, children, send, closed, ready = true }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const [said, setSaid] = useState(null);
  async function submit(e) {
    e.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const words = await send(e.target);
      if (words === undefined) return closed(true);
      if (words !== null) setSaid(words);
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  }
  return html`<${Dialog} title=${title} closed=${() => closed(said !== null)}>
    ${said !== null ? html`<div role="status">${said}</div><div class="bar"><button class="main" ref=${focus} onClick=${() => closed(true)}>Close</button></div>`
      : html`<form class="stack" onSubmit=${submit}>${children}<${Trouble} error=${error} />
        <div class="bar"><button type="button" onClick=${() => closed(false)}>Back</button><button class=${"main" + (danger ? " danger" : "")} disabled=${busy || !ready}>${busy ? "One moment" : verb}</button></div></form>`}<//>`;
}

const Reason = () => html`<label>Reason<input name="reason" required maxlength="1000" autocomplete="off" /></label>`;
const noted = (done) => html`<p>${plain(done.done ?? "done")}${done.note ? ". " + plain(done.note) : ""}</p>`;

/** The payload as JSON: a text area that begins with an example. */
export function Json({ name, label, example, typed = () => {} }) {
  return html`<label>${label}<textarea name=${name} rows="6" spellcheck=${false} class="code" onInput=${typed}>${asText(example)}</textarea></label>`;
}

/** Reads the JSON of a field; what is no JSON is said in words. */
export function jsonOf(form, name) {
  try {
    return parsed(form[name].value);
  } catch (e) {
    throw new Error("this is not JSON: " + e.message);
  }
}

const onRun = (run, verb) => `runs/${run.run_id}/${verb}`;

/** A button for what needs only a reason, on a queue or a schedule. */
export function Change({ path, verb, text, done }) {
  const [open, set] = useState(false);
  const title = verb[0].toUpperCase() + verb.slice(1);
  return html`<button onClick=${() => set(true)}>${title}</button>${open && html`<${Form} title=${title} verb=${title} closed=${(changed) => { set(false); if (changed) done(); }}
    send=${async (f) => {
      const one = await post(path, { reason: f.reason.value.trim() });
      return one.run_id ? html`<p>Started: <a href=${"runs/" + one.run_id}>${one.run_id}</a></p>` : noted(one);
    }}><p>${text}</p><${Reason} /><//>`}`;
}

function Simple({ run, verb, title, text, danger, closed }) {
  return html`<${Form} title=${title} verb=${title} danger=${danger} closed=${closed}
    send=${async (f) => noted(await post(onRun(run, verb), { reason: f.reason.value.trim() }))}>
    <p>${text}</p><${Reason} /><//>`;
}

function Terminate({ run, etag, closed }) {
  const [typed, type] = useState("");
  const [seen, see] = useState(etag); // of the run as it was when somebody decided on this
  return html`<${Form} title="Terminate" verb="Terminate" danger ready=${typed === run.id} closed=${closed}
    send=${async (f) => {
      see(etag); // what is refused now has the new state in view
      return noted(await post(onRun(run, "terminate"), { reason: f.reason.value.trim(), confirm: typed }, { "If-Match": seen }));
    }}>
    ${seen !== etag && html`<p class="note">The run has changed since this dialog was opened: ${plain(run.summary)}</p>`}
    <p>The run ends at once. None of its code runs again, so nothing is undone. Cancel lets it clean up.</p>
    <${Reason} /><label>Type the workflow id, <code>${plain(run.id)}</code><input value=${typed} onInput=${(e) => type(e.target.value)} autocomplete="off" spellcheck=${false} /></label><//>`;
}

function Signal({ run, closed }) {
  const known = useGet("definitions").value?.signals ?? [];
  const [name, set] = useState("");
  const id = useRef(crypto.randomUUID()); // sent again, the run takes it once
  const one = known.find((s) => s.name === name);
  const own = useRef(null); // the text area in which somebody has typed: no example replaces it, however late it comes
  return html`<${Form} title="Send a signal" verb="Send" closed=${closed}
    send=${async (f) => {
      const payload = jsonOf(f, "payload");
      const done = await post(onRun(run, "signal"), { name, signal_id: id.current, ...(payload !== undefined && { payload }) });
      return html`<p>Sent, with the id <code>${plain(done.signal_id)}</code>. ${plain(done.note ?? "")}</p>`;
    }}>
    <label>Signal<input list="signals" value=${name} onInput=${(e) => set(e.target.value)} required autocomplete="off" /><datalist id="signals">${known.map((s) => html`<option value=${s.name}>${s.input}</option>`)}</datalist></label>
    <${Json} key=${own.current ? own.current.of : one?.name} typed=${() => { own.current ??= { of: one?.name }; }} name="payload" label=${"Payload as JSON" + (one ? ": " + one.input : "")} example=${one?.example} /><//>`;
}

function Query({ run, closed }) {
  const [answer, set] = useState(undefined);
  return html`<${Form} title="Ask a query" verb="Ask" closed=${closed}
    send=${async (f) => {
      const argument = jsonOf(f, "argument");
      set(await post(onRun(run, "query"), { name: f.name.value.trim(), ...(argument !== undefined && { argument }) }));
      return html`<${Value} of=${answer} />`;
    }}><label>Query<input name="name" required autocomplete="off" /></label><${Json} name="argument" label="Argument as JSON, if it takes one" /><//>`;
}

function Update({ run, closed }) {
  const id = useRef(crypto.randomUUID());
  return html`<${Form} title="Send an update" verb="Send" closed=${closed}
    send=${async (f) => {
      const input = jsonOf(f, "input");
      const done = await post(onRun(run, "update"), { name: f.name.value.trim(), update_id: id.current, ...(input !== undefined && { input }) });
      return html`<${Value} of=${done} />`;
    }}><label>Update<input name="name" required autocomplete="off" /></label><${Json} name="input" label="Input as JSON, if it takes one" /><//>`;
}

function Reset({ run, closed }) {
  const [plan, set] = useState(null);
  const body = (f) => {
    const at = f.at.value.trim();
    const where = at === "" ? { before_failure: true } : /^\d+$/.test(at) ? { to_seq: Number(at) } : { before_activity: at };
    const again = f.again.value.split(",").map((s) => s.trim()).filter(Boolean);
    return { ...where, ...(again.length && { allow_again: again }), drop_signals: f.drop.checked, reason: f.reason.value.trim() };
  };
  return html`<${Form} title="Reset" verb=${plan ? "Reset" : "What would happen?"} danger=${plan !== null} ready=${!plan?.refused?.length} closed=${closed}
    send=${async (f) => {
      if (!plan) {
        set(await post(onRun(run, "reset"), { ...body(f), dry_run: true }));
        return null;
      }
      const done = await post(onRun(run, "reset"), body(f));
      go("runs/" + done.run_id);
    }}>
    <p>A new run with the same id goes on from an earlier point of this history. This run stays as it is.</p>
    <label>Keep the history up to: an event's number, or an activity's name, before which it ends. Empty: before the failure.<input name="at" onInput=${() => set(null)} autocomplete="off" /></label>
    <label>Activities that may be repeated, separated by commas<input name="again" onInput=${() => set(null)} autocomplete="off" /></label>
    <label class="line"><input type="checkbox" name="drop" onChange=${() => set(null)} /> Drop the signals that came later</label>
    <${Reason} />
    ${plan && html`<div class="plan"><p>Events up to ${plan.event} are kept. ${plan.signals} signals and ${plan.updates} updates come again, and ${plan.children} children are the new run's.</p>
      ${plan.again?.length > 0 && html`<p>It may repeat:</p><ul>${plan.again.map((a) => html`<li>${a.kind} ${plain(a.name)}${a.completed ? ", which has taken effect" : a.unknown ? ", which may have taken effect" : ""}</li>`)}</ul>`}
      ${plan.refused?.map((why) => html`<p class="bad">${plain(why)}</p>`)}</div>`}<//>`;
}

/**
 * The actions: the word that the API permits them by, the one on the button, when they are offered, the dialog.
 * @type {[string, string, (run: any) => boolean, (of: any) => any][]}
 */
const all = [
  ["signal", "Signal", (r) => r.status === "open", Signal],
  ["retry", "Retry now", (r) => r.activities?.some((a) => a.state === "waiting" || a.next_in_seconds > 0), (p) => html`<${Simple} ...${p} verb="retry" title="Retry now" text="Activities that wait for their next attempt begin it at once." />`],
  ["resume", "Resume", (r) => r.blocked && r.blocked.reason !== "paused", (p) => html`<${Simple} ...${p} verb="resume" title="Resume" text="The run is tried again now, with the code that workers have." />`],
  ["pause", "Pause", (r) => r.status === "open" && r.blocked?.reason !== "paused", (p) => html`<${Simple} ...${p} verb="pause" title="Pause" text="Its code does not run until it is unpaused. Activities that run end, and their results are kept." />`],
  ["pause", "Unpause", (r) => r.blocked?.reason === "paused", (p) => html`<${Simple} ...${p} verb="unpause" title="Unpause" text="The run continues." />`],
  ["requeue", "Requeue", (r) => r.status !== "open" && r.workflow.startsWith("job:"), (p) => html`<${Simple} ...${p} verb="requeue" title="Requeue" text="The activity of this job is carried out again, by a new run with the same id and input." />`],
  ["cancel", "Cancel", (r) => r.status === "open", (p) => html`<${Simple} ...${p} verb="cancel" title="Cancel" danger text="The run is asked to end, and its code may clean up first." />`],
  ["query", "Query", () => true, Query],
  ["update", "Update", (r) => r.status === "open", Update],
  ["reset", "Reset", (r) => r.status !== "open", Reset],
  ["terminate", "Terminate", (r) => r.status === "open", Terminate],
];
const seldom = new Set(["query", "update", "reset", "terminate"]);

/** The buttons of a run, as far as the caller may press them. */
export function Actions({ run, etag, done }) {
  const may = useGet(`runs/${run.run_id}/can`, { every: useCell(about).why ? 5_000 : 0 }); // asked again once the store takes writes
  const can = may.value?.can ?? {};
  const [open, set] = useState(null);
  const offered = all.filter(([word, , when]) => can[word] && when(run));
  const one = open !== null && all[open];
  const button = (a) => html`<button onClick=${() => set(all.indexOf(a))}>${a[1]}</button>`;
  const more = offered.filter(([word]) => seldom.has(word));
  return html`<div class="actions">${offered.filter(([word]) => !seldom.has(word)).map(button)}
    ${more.length > 0 && html`<details class="more"><summary>More</summary><div class="menu">${more.map(button)}</div></details>`}
    ${one && html`<${one[3]} run=${run} etag=${etag} closed=${(changed) => { set(null); if (changed) done(); }} />`}</div>`;
}

/** Starts a run of a workflow. */
export function Start({ definition, closed }) {
  return html`<${Form} title=${"Start " + definition.name} verb="Start" closed=${closed}
    send=${async (f) => {
      const input = jsonOf(f, "input");
      const id = f.id.value.trim();
      const done = await post("runs", { workflow: definition.name, ...(id && { id }), ...(input !== undefined && { input }) });
      return html`<p>${done.existed ? "A run with that id already exists: " : done.queued ? "It begins when the open run with that id has ended: " : "Started: "}<a href=${"runs/" + done.run_id}>${plain(done.id)}</a>. ${plain(done.note ?? "")}</p>`;
    }}>
    <label>Workflow id. Empty: a random one<input name="id" autocomplete="off" spellcheck=${false} /></label>
    <${Json} name="input" label=${"Input as JSON: " + definition.input} example=${definition.example} /><//>`;
}

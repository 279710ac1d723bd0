// What all screens are made of.
import { html, plain, useEffect, useLayoutEffect, useRef, useState } from "./html.mjs";
import { file, hasToken } from "./api.mjs";
import { Time } from "./time.mjs";

export { plain };

const marks = { open: "●", completed: "✓", failed: "✕", cancelled: "⊘", terminated: "■", continued: "→", blocked: "▲", paused: "‖", ok: "✓", degraded: "▲", alive: "●", silent: "◌", dead: "✕", over: "■" };

/** A state: a shape and a word, never a colour alone. */
export function State({ of, children }) {
  return html`<span class=${"state " + of}><span class="mark" aria-hidden="true">${marks[of] ?? "●"}</span>${children ?? of}</span>`;
}

/** The state of a run as the list shows it. */
export function RunState({ run }) {
  const reason = run.blocked?.reason ?? run.blocked;
  if (run.status !== "open" || !reason) return html`<${State} of=${run.status} />`;
  return reason === "paused" ? html`<${State} of="paused" />` : html`<span class=${oneLine(reason)}><${State} of="blocked">blocked: ${plain(reason)}<//></span>`;
}

/** The class of what is short enough to stand in one line. */
export const oneLine = (text) => String(text ?? "").length > 24 ? "" : "nowrap";

/** A text of the API's, with its times as the page writes them. */
export function Said({ text }) {
  return plain(text).split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/).map((part, i) => i % 2 ? html`<${Time} at=${part} />` : part);
}

/** Why a run is blocked, without the ids that the page has elsewhere. */
export const whyBlocked = (run) => plain(run.blocked.text).replace(/^replay: run [0-9a-f-]{36}: /, "");

/** A link to a run, by its workflow id. */
export function RunLink({ run }) {
  return html`<a class=${"id " + oneLine(run.id ?? run.run_id)} href=${"runs/" + run.run_id}><bdi>${plain(run.id ?? run.run_id)}</bdi></a>`;
}

/** A number; capped, there are more. */
export const count = (n, capped) => n === undefined ? "" : n.toLocaleString("en") + (capped ? "+" : "");

/** A button that copies a text. */
export function Copy({ text, label }) {
  const [done, set] = useState(false);
  useEffect(() => {
    if (!done) return;
    const t = setTimeout(() => set(false), 1500);
    return () => clearTimeout(t);
  }, [done]);
  return html`<button class="quiet copy" title=${"Copy " + label} aria-label=${"Copy " + label} onClick=${() => navigator.clipboard?.writeText(text).then(() => set(true))}>${done ? "copied" : "copy"}</button>`;
}

/**
 * A link to a file of the API's. A token stands in a header of a request, which no link has: the page then asks
 * for the file itself.
 */
export function Download({ path, look, children }) {
  const [error, fail] = useState(null);
  const save = async (e) => {
    if (!hasToken()) return;
    e.preventDefault();
    try {
      const { name, bytes } = await file(path);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(bytes);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when it is saved
      fail(null);
    } catch (problem) {
      fail(problem);
    }
  };
  return html`<a class=${look} href=${"api/v1/" + path} download data-outside onClick=${save}>${children}</a><${Trouble} error=${error} />`;
}

const mostText = 64 << 10;

/** A value as JSON text. What is longer than 64 KiB is cut, and can be had whole. */
export function Value({ of, name = "value", whole }) {
  if (of === undefined) return html`<p class="faint">nothing</p>`;
  const text = JSON.stringify(of, null, 2).replaceAll("\t", "\\t");
  const cut = text.length > mostText;
  return html`<${Unread} of=${of} whole=${whole} /><pre class="json" tabindex="0" aria-label=${name}>${plain(cut ? text.slice(0, mostText) : text)}</pre>
    ${cut && html`<p class="faint">This is the beginning: the whole has ${count(text.length)} characters. ${whole && html`<${Download} path=${whole}>Download it<//>`}</p>`}`;
}

/** What a payload lacks that this program cannot read: a key, or a transform. Its bytes can be had. */
function Unread({ of, whole }) {
  const p = of?.payload ?? of;
  if (!p?.error || typeof p.enc !== "string" || typeof p.data !== "string") return null;
  return html`<div class="note"><p>This program cannot read it: ${plain(p.error)}</p>${whole && html`<p><${Download} path=${whole}>Download the bytes<//>, as base64 in JSON</p>`}</div>`;
}

/** What went wrong, and what helps. */
export function Trouble({ error }) {
  if (!error) return null;
  return html`<div class="trouble" role="alert">
    <p>${plain(error.message)}</p>
    ${error.declared && html`<p>Declared: ${error.declared.map(plain).join(", ")}</p>`}
    ${error.example !== undefined && html`<p>An example:</p><pre class="json">${plain(typeof error.example === "string" ? error.example : JSON.stringify(error.example, null, 2))}</pre>`}
    ${error.next?.map((line) => html`<p><code>${plain(line)}</code></p>`)}
  </div>`;
}

/** The state of an answer where there is none yet; else null. */
export function Waiting({ answer }) {
  if (answer.value !== undefined) return answer.error ? html`<${Trouble} error=${answer.error} />` : null;
  return answer.error ? html`<${Trouble} error=${answer.error} />` : html`<p class="faint" aria-busy="true">One moment.</p>`;
}

/** What stands where there is nothing. */
export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`;
}

/** A failure, with its causes. */
export function Failure({ of }) {
  if (!of) return null;
  return html`<div class="failure"><p>${of.code && html`<code>${plain(of.code)}</code> `}${plain(of.message)}</p>
    ${of.cause && of.cause.message !== of.message && html`<p class="faint">because: ${plain(of.cause.message)}</p>`}</div>`;
}

/** A heading with what belongs to it at its right. */
export function Section({ title, children, side, id }) {
  return html`<section aria-labelledby=${id}><div class="head"><h2 id=${id}>${title}</h2>${side && html`<div class="side">${side}</div>`}</div>${children}</section>`;
}

/** A dialog above the page. It is gone when closed is called, by its button or by Escape. */
export function Dialog({ title, children, closed }) {
  const box = useRef();
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    box.current.querySelector("input, textarea, select, button.main")?.focus();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return html`<dialog ref=${box} aria-label=${title} onCancel=${(e) => { e.preventDefault(); closed(); }} onClose=${() => closed()}>
    <div class="head"><h2>${title}</h2><button class="quiet" aria-label="Close" onClick=${closed}>✕</button></div>${children}</dialog>`;
}

/** Tabs of one screen. all has [name, title]; the one that is chosen stands in the address. */
export function Tabs({ all, at, href, label }) {
  return html`<nav class="tabs" aria-label=${label}>${all.map(([name, title]) => html`<a href=${href(name)} aria-current=${name === at ? "page" : undefined}>${title}</a>`)}</nav>`;
}

/**
 * Rows of which only those in view are in the page. row(i) gives one as <tr>; all have the same height.
 */
export function Rows({ count: n, height, row, label, head, tall = 560, at }) {
  const [top, set] = useState(0);
  const box = useRef();
  useLayoutEffect(() => {
    if (at === undefined || !box.current) return;
    const from = at * height, view = box.current.clientHeight - height;
    if (from < box.current.scrollTop || from > box.current.scrollTop + view - height) box.current.scrollTop = Math.max(0, from - view / 2);
  }, [at]);
  const first = Math.max(0, Math.floor(top / height) - 8), last = Math.min(n, Math.ceil((top + tall) / height) + 8);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(row(i));
  return html`<div class="rows" ref=${box} tabindex="0" role="region" aria-label=${label} style=${{ maxHeight: tall + "px" }} onScroll=${(e) => set(e.currentTarget.scrollTop)}>
    <table aria-label=${label} aria-rowcount=${n + 1}><thead>${head}</thead><tbody>
      ${first > 0 && html`<tr class="room" aria-hidden="true" style=${{ height: first * height + "px" }}><td></td></tr>`}
      ${rows}
      ${last < n && html`<tr class="room" aria-hidden="true" style=${{ height: (n - last) * height + "px" }}><td></td></tr>`}
    </tbody></table></div>`;
}

/** The address of a link of the user's, for one run. */
export function linkFor(template, run, namespace) {
  const values = {
    run_id: run.run_id, workflow_id: run.id, workflow: run.workflow, namespace,
    from_ms: Date.parse(run.created), to_ms: run.closed ? Date.parse(run.closed) : Date.now(),
  };
  return template.replace(/\{(\w+)\}/g, (all, name) => name in values ? encodeURIComponent(values[name]) : all);
}

// Lines of the program's code, as far as it has handed them over.
import { html, useLayoutEffect, useRef } from "./html.mjs";
import { useCell } from "./cell.mjs";
import { about, may, useGet } from "./api.mjs";
import { plain } from "./parts.mjs";

/** The code around a line, where the program has handed it over. */
export function Source({ run, site }) {
  const offered = useCell(about).source && may("source");
  const path = offered && run ? `source?run=${run}&site=${encodeURIComponent(site)}` : null;
  const answer = useGet(path);
  const box = useRef();
  const value = answer.path === path ? answer.value : undefined;
  useLayoutEffect(() => {
    const mark = box.current?.querySelector(".at");
    if (mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 2;
  }, [value]);
  if (path === null) return html`<p class="faint">${offered ? "Code is shown beside stored runs only." : "The program has handed over no code to show."}</p>`;
  if (answer.path === path && answer.error) return html`<p class="faint">The code of this line is not shown: ${plain(answer.error.message)}.</p>`;
  if (!value) return html`<p class="faint" aria-busy="true">One moment.</p>`;
  return html`<p class="faint">${plain(value.file)}</p><pre class="source" ref=${box} tabindex="0" aria-label=${"Code of " + value.file}>${value.lines.map((text, i) => html`<span class=${value.from + i === value.line ? "at" : ""}><i>${value.from + i}</i>${plain(text)}</span>`)}</pre>`;
}


// Where the page is. Its address has the whole state of it, below a prefix that the server alone knows.
import { cell } from "./cell.mjs";

const base = document.querySelector("base");
export const root = new URL(base.href);
root.username = root.password = ""; // no request may go to an address that has them
base.href = root.href; // it does not move when the address does

function read() {
  const at = new URL(location.href);
  return { path: at.pathname.slice(root.pathname.length), query: at.searchParams };
}

/** The place: its path below the prefix, and its query. */
export const place = cell(read());

/** Goes to an address below the prefix, such as "runs?status=open". */
export function go(to, { replace = false } = {}) {
  const url = new URL(to, root);
  if (url.href === location.href) return;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  place.set(read());
  if (!replace) window.scrollTo(0, 0);
}

/** The address of the present path with other values in its query; null and "" take one out. */
export function withQuery(change) {
  const { path, query } = place.get();
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return path + (text && "?" + text);
}

window.addEventListener("popstate", () => place.set(read()));
document.addEventListener("click", (e) => {
  /** @type {HTMLAnchorElement | null} */
  const link = e.target instanceof Element ? e.target.closest("a[href]") : null;
  if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname) || url.hash || link.closest("[data-outside]")) return;
  e.preventDefault();
  go(url.href);
});

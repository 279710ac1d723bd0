// Keys of a screen. They mean nothing while somebody types, or has a dialog open.
import { useEffect, useLayoutEffect, useRef } from "./html.mjs";

/** Calls what stands under the name of a key when it is pressed, as in { z: () => {} }, as long as the component is shown. */
export function useKey(keys) {
  const now = useRef(keys);
  useLayoutEffect(() => { now.current = keys; });
  useEffect(() => {
    const press = (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
      if (e.target instanceof Element && e.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
      const does = now.current[e.key];
      if (!does) return;
      e.preventDefault();
      does();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

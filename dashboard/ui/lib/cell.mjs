import { useEffect, useState } from "./html.mjs";

/** A value that components follow. */
export function cell(value) {
  const followers = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const tell of [...followers]) tell();
    },
    follow(tell) {
      followers.add(tell);
      return () => followers.delete(tell);
    },
  };
}

/** The value of a cell, in a component that is shown again when it changes. */
export function useCell(of) {
  const [, again] = useState(0);
  const value = of.get();
  useEffect(() => {
    const stop = of.follow(() => again((n) => n + 1));
    if (!Object.is(value, of.get())) again((n) => n + 1); // it has changed since it was shown
    return stop;
  }, [of]);
  return value;
}

/** A cell whose value, a word, is kept in this browser. */
export function keptCell(name, first) {
  let value = first;
  try {
    value = localStorage.getItem(name) ?? first;
  } catch { /* without storage it lasts as long as the page */ }
  const c = cell(value);
  c.follow(() => {
    try {
      localStorage.setItem(name, c.get());
    } catch { /* the same */ }
  });
  return c;
}

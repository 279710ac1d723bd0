// What the page uses of hooks.mjs.
export function useState<T>(first: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useRef<T>(first?: T): { current: T };
export function useMemo<T>(make: () => T, on: any[]): T;
export function useEffect(does: () => void | (() => void), on?: any[]): void;
export function useLayoutEffect(does: () => void | (() => void), on?: any[]): void;

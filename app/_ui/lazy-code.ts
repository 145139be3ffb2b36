"use client";
import { useEffect, useState } from "react";
import { handledBy } from "@/lib/rejections";

const AGAIN_MS = 2000;

/** Code that is not part of a page's first load. */
export interface LazyCode<T> {
  code: T | null;
  load: () => Promise<T>;
}

const neededSoon: LazyCode<unknown>[] = [];
let hasActed = false;

const fetchSoon = (lazy: LazyCode<unknown>): void => {
  lazy.load().catch(handledBy("the component that shows it, which retries"));
};

/**
 * `isNeededSoon`: fetched on the first key press or touch, so that it is available offline; at once if that is over, as
 * for what other such code brings with it.
 */
export function lazyCode<T>(load: () => Promise<T>, isNeededSoon = false): LazyCode<T> {
  const lazy: LazyCode<T> = {
    code: null,
    load: async () => {
      lazy.code ??= await load();
      return lazy.code;
    },
  };
  if (isNeededSoon && hasActed) fetchSoon(lazy);
  else if (isNeededSoon) neededSoon.push(lazy);
  return lazy;
}

/** The code once it is loaded, null until then. A failed load is retried until it succeeds. */
export function useLazyCode<T>(lazy: LazyCode<T>, isNeeded = true): T | null {
  const [code, setCode] = useState(() => lazy.code);
  useEffect(() => {
    if (code || !isNeeded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const load = () =>
      lazy.load().then(
        (found) => isUnmounted || setCode(() => found),
        () => {
          if (!isUnmounted) timer = setTimeout(load, AGAIN_MS);
        },
      );
    void load();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [lazy, code, isNeeded]);
  return code;
}

/** Fetches the code that is needed soon when the user first acts. */
export function useFirstAct(): void {
  useEffect(() => {
    const once = new AbortController();
    const fetchAll = () => {
      once.abort();
      hasActed = true;
      for (const lazy of neededSoon) fetchSoon(lazy);
    };
    for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, fetchAll, { signal: once.signal });
    return () => once.abort();
  }, []);
}

"use client";
import { useEffect, useState } from "react";
import { handledBy } from "@/lib/rejections";

const AGAIN_MS = 2000;

/** Code that the first load of a page goes without. */
export interface LazyCode<T> {
  code: T | null;
  load: () => Promise<T>;
}

const wantedSoon: LazyCode<unknown>[] = [];

/** `isWantedSoon`: fetched with the first key or touch, so that it is there when the network is not. */
export function lazyCode<T>(load: () => Promise<T>, isWantedSoon = false): LazyCode<T> {
  const lazy: LazyCode<T> = {
    code: null,
    load: async () => {
      lazy.code ??= await load();
      return lazy.code;
    },
  };
  if (isWantedSoon) wantedSoon.push(lazy);
  return lazy;
}

/** The code once it is there, null until then. While it cannot be fetched it is asked for again and again. */
export function useLazyCode<T>(lazy: LazyCode<T>, isWanted = true): T | null {
  const [code, setCode] = useState(() => lazy.code);
  useEffect(() => {
    if (code || !isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = () =>
      lazy.load().then(
        (found) => isGone || setCode(() => found),
        () => {
          if (!isGone) timer = setTimeout(ask, AGAIN_MS);
        },
      );
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [lazy, code, isWanted]);
  return code;
}

/** Fetches what is wanted soon when the person first acts. */
export function useFirstAct(): void {
  useEffect(() => {
    const once = new AbortController();
    const fetchAll = () => {
      once.abort();
      for (const lazy of wantedSoon) lazy.load().catch(handledBy("whoever shows it, who asks again"));
    };
    for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, fetchAll, { signal: once.signal });
    return () => once.abort();
  }, []);
}

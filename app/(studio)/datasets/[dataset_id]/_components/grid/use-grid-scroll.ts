"use client";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { type Range, rowsIn } from "./row-window";

/** The height of the header. */
const HEAD_PX = 36;
const REST_MS = 300;

interface ScrollOptions {
  total: number;
  /** The top row at first. */
  first: number;
  /** Called with the rows in view. */
  onRange: (range: Range) => void;
  /** Called with the top row when scrolling stops. */
  onRest: (first: number) => void;
}

/** The scrolling of a grid: it reports the rows in view, and goes to rows. */
export function useGridScroll({ total, first, onRange, onRest }: ScrollOptions, rowHeight: number) {
  const region = useRef<HTMLElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Always call the latest callback: the address may have changed since the scrolling.
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });

  const look = useCallback(() => {
    const at = region.current;
    if (at) onRange(rowsIn({ top: at.scrollTop, height: at.clientHeight }, rowHeight, total));
  }, [onRange, rowHeight, total]);
  const lastFirst = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Not if the person's own scrolling led there.
    if (region.current && lastFirst.current !== first) region.current.scrollTop = first * rowHeight;
    lastFirst.current = first;
  }, [first, rowHeight]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (region.current) observer.observe(region.current);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [look]);
  const scrolled = () => {
    look();
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      lastFirst.current = Math.round((region.current?.scrollTop ?? 0) / rowHeight);
      latest.current(lastFirst.current);
    }, REST_MS);
  };

  const bringIntoView = (index: number) => {
    const at = region.current;
    if (!at) return;
    const [top, shown] = [index * rowHeight, at.clientHeight - HEAD_PX];
    if (top < at.scrollTop) at.scrollTop = top;
    else if (top + rowHeight > at.scrollTop + shown) at.scrollTop = top + rowHeight - shown;
    look();
  };
  return { region, scrolled, bringIntoView };
}

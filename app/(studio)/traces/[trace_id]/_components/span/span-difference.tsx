"use client";
import { Difference } from "@/app/_components/difference/difference";
import type { Span } from "@/lib/contracts/traces/traces";
import { linesOf } from "./texts";

/** What differs between the inputs and outputs of two spans, word by word. */
export function SpanDifference({ first, second }: { first: Span; second: Span }) {
  return (
    <>
      <Difference name="Input" before={linesOf(first.input)} after={linesOf(second.input)} />
      <Difference name="Output" before={linesOf(first.output)} after={linesOf(second.output)} />
    </>
  );
}

"use client";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { FieldProps } from "./field-props";

const numeric = lazyCode(() => import("./numeric-control").then((module) => module.NumericControl));
const spans = lazyCode(() => import("./spans/spans-field").then((module) => module.SpansField));

/** The code of steppers and sliders is large, so it is loaded with the first numeric label. */
export function NumericField(props: FieldProps) {
  const Control = useLazyCode(numeric);
  return Control ? <Control {...props} /> : <Skeleton className="h-8 w-36 pointer-coarse:h-11" />;
}

/** The code that marks texts is loaded with the first label of spans. */
export function SpansField(props: FieldProps) {
  const Control = useLazyCode(spans);
  return Control ? <Control {...props} /> : <Skeleton className="h-8 w-full" />;
}

/** Whether fields for these labels can be drawn at once. */
export function useFieldCode(labels: readonly Pick<FieldProps["label"], "type">[]): boolean {
  const has = (type: FieldProps["label"]["type"]) => labels.some((label) => label.type === type);
  const [hasNumeric, hasSpans] = [has("numeric"), has("text_spans")];
  const codes = [useLazyCode(numeric, hasNumeric), useLazyCode(spans, hasSpans)];
  return [hasNumeric, hasSpans].every((isNeeded, index) => !isNeeded || codes[index] !== null);
}

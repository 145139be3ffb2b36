"use client";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { FieldProps } from "./field-props";

const control = lazyCode(() => import("./numeric-control").then((module) => module.NumericControl));

/** The code of steppers and sliders is large, so it is loaded with the first numeric label. */
export function NumericField(props: FieldProps) {
  const Control = useLazyCode(control);
  return Control ? <Control {...props} /> : <Skeleton className="h-8 w-36 pointer-coarse:h-11" />;
}

/** Whether fields for these labels can be drawn at once. */
export function useFieldCode(labels: readonly Pick<FieldProps["label"], "type">[]): boolean {
  const isNeeded = labels.some(({ type }) => type === "numeric");
  const code = useLazyCode(control, isNeeded);
  return !isNeeded || code !== null;
}

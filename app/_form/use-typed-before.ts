"use client";
import { useCallback, useEffect, useRef } from "react";

interface ControlledField {
  value: unknown;
  onChange: (value: string) => void;
  ref: (element: unknown) => void;
}

/** The ref of a text control. Text that was typed before hydration is in the control, but caused no event. */
export function useTypedBefore({ value, onChange, ref }: ControlledField): (element: unknown) => void {
  const element = useRef<unknown>(null);
  const attach = useCallback(
    (attached: unknown) => {
      ref(attached);
      element.current = attached;
    },
    [ref],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page's scripts have taken over
  useEffect(() => {
    const { current } = element;
    const isText = current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement;
    if (isText && typeof value === "string" && current.value !== value) onChange(current.value);
  }, []);
  return attach;
}

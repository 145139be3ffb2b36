"use client";
import type { ReactNode } from "react";

/** Says whether the pointer or the focus is on what it contains. */
export const Touched = ({ onChange, children }: { onChange: (isTouched: boolean) => void; children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the person is
  <div
    onPointerEnter={() => onChange(true)}
    onPointerLeave={() => onChange(false)}
    onFocus={() => onChange(true)}
    onBlur={() => onChange(false)}
  >
    {children}
  </div>
);

"use client";
import type { ReactNode, RefObject } from "react";
import { lazyCode, useLazyCode } from "./lazy-code";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Where the focus lands; the first control unless told. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const panel = lazyCode(() => import("./dialog-panel").then((module) => module.DialogPanel), true);

/** A full sheet from below on a phone, a centred panel elsewhere. Its body scrolls, its head and foot stay. */
export function Dialog(props: DialogProps) {
  const Panel = useLazyCode(panel, props.open);
  return Panel ? <Panel {...props} /> : null;
}

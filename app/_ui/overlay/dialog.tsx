"use client";
import { lazyCode, useLazyCode } from "../lazy-code";
import type { DialogProps } from "./dialog-props";

const panel = lazyCode(() => import("./dialog-panel").then((module) => module.DialogPanel), true);

/** A full-screen sheet on a phone, a centred panel elsewhere. The body scrolls; header and footer stay. */
export function Dialog(props: DialogProps) {
  const Panel = useLazyCode(panel, props.open);
  return Panel ? <Panel {...props} /> : null;
}

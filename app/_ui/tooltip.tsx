"use client";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd";

interface Props {
  content: ReactNode;
  keys?: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactElement;
}

/** A hint on hover and focus. It never carries what the control itself does not also say to a screen reader. */
export function Tooltip({ content, keys, side = "top", children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="floating flex max-w-72 items-center gap-2 px-2 py-1 text-xs">
            {content}
            {keys ? <Kbd keys={keys} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { IconButton } from "@/app/_ui/button/icon-button";

const heights = ["low", "half", "full"] as const;
export type SheetHeight = (typeof heights)[number];

/** How far a finger moves before the sheet follows it. */
const SWIPE = 32;

// The next item's sheet keeps the height chosen for this one.
let lastChosen: SheetHeight = "half";

export function useSheetHeight() {
  const [height, setHeight] = useState(lastChosen);
  const choose = (next: SheetHeight) => {
    lastChosen = next;
    setHeight(next);
  };
  return [height, choose] as const;
}

interface Props {
  /** Names the content of the sheet. */
  name: string;
  height: SheetHeight;
  onChange: (height: SheetHeight) => void;
  children: ReactNode;
}

/** The upper edge of a sheet on a narrow screen. Swiping or its buttons change the height. */
export function SheetHandle({ name, height, onChange, children }: Props) {
  const from = useRef<number | null>(null);
  const index = heights.indexOf(height);
  const move = (by: -1 | 1) => {
    const next = heights[index + by];
    if (next) onChange(next);
  };
  const swipe = (event: PointerEvent) => {
    if (from.current === null || Math.abs(event.clientY - from.current) < SWIPE) return;
    move(event.clientY < from.current ? 1 : -1);
    from.current = event.clientY;
  };
  const release = () => {
    from.current = null;
  };
  return (
    <div
      onPointerDown={(event) => {
        from.current = event.clientY;
      }}
      onPointerMove={swipe}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      className="relative flex touch-none items-center justify-between px-1"
    >
      <span aria-hidden="true" className="absolute inset-x-0 top-1.5 mx-auto h-1 w-9 rounded-full bg-press" />
      <IconButton label={`${name}: show less`} disabled={index === 0} onClick={() => move(-1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <p className="min-w-0 pt-1 text-center text-xs text-faint">{children}</p>
      <IconButton label={`${name}: show more`} disabled={index === heights.length - 1} onClick={() => move(1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
    </div>
  );
}

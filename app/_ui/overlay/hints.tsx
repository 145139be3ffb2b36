"use client";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Kbd } from "../keyboard/kbd";
import type { HintSide } from "./hint";

const WAIT_MS = 400;
// Enough time to move the pointer from the element onto its hint.
const LEAVE_MS = 120;
const GAP = 6;
const MARGIN = 8;

const elementOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;

/** Draws the hint of the hovered or focused element, one for the whole page. Escape, a press or scrolling hides it. */
export function Hints() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (next: HTMLElement | null, wait: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnchor(next), wait);
    };
    const hide = () => later(null, 0);
    const listeners = {
      pointerover: ({ target, pointerType }: PointerEvent) => {
        if (pointerType === "touch") return;
        if (target instanceof Element && target.closest("[data-hint-popup]")) return clearTimeout(timer);
        const found = elementOf(target);
        later(found, found ? WAIT_MS : LEAVE_MS);
      },
      focusin: ({ target }: FocusEvent) => {
        const found = elementOf(target);
        if (found?.matches(":focus-visible")) later(found, 0);
      },
      focusout: hide,
      pointerdown: hide,
      click: ({ target }: MouseEvent) => {
        const found = elementOf(target);
        if (found?.dataset.hintTap !== undefined) later(found, 0);
      },
      keydown: ({ key }: KeyboardEvent) => key === "Escape" && hide(),
      scroll: hide,
    } as const;
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, true); // safe because each takes its own event's type
    }
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) {
        document.removeEventListener(name, listener as EventListener, true); // safe as above
      }
    };
  }, []);
  return anchor?.isConnected ? <Popup anchor={anchor} /> : null;
}

function Popup({ anchor }: { anchor: HTMLElement }) {
  const popup = useRef<HTMLDivElement>(null);
  const { hint, hintKeys, hintSide } = anchor.dataset;
  useLayoutEffect(() => {
    if (popup.current) positionPopup(popup.current, anchor, (hintSide as HintSide | undefined) ?? "top"); // safe because hint() writes it
  });
  return (
    <div
      ref={popup}
      aria-hidden="true"
      data-hint-popup=""
      className="floating fixed top-0 left-0 z-50 flex max-w-72 items-center gap-2 px-2 py-1 text-xs wrap-anywhere"
    >
      {hint}
      {hintKeys ? <Kbd keys={hintKeys} /> : null}
    </div>
  );
}

/** Positions the popup on the requested side, or the opposite one if there is no room; always within the window. */
function positionPopup(popup: HTMLElement, anchor: HTMLElement, side: HintSide): void {
  const from = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const before = { top: from.top - height - GAP, left: from.left - width - GAP };
  const after = { top: from.bottom + GAP, left: from.right + GAP };
  const isUpright = side === "top" || side === "bottom";
  const axis = isUpright ? "top" : "left";
  const room = (isUpright ? innerHeight - height : innerWidth - width) - MARGIN;
  const wantsBefore = side === "top" || side === "left";
  const fits = wantsBefore ? before[axis] >= MARGIN : after[axis] <= room;
  const along = fits === wantsBefore ? before[axis] : after[axis];
  const across = isUpright ? from.left + (from.width - width) / 2 : from.top + (from.height - height) / 2;
  const [left, top] = isUpright ? [across, along] : [along, across];
  popup.style.left = `${Math.round(clamp(left, innerWidth - width - MARGIN))}px`;
  popup.style.top = `${Math.round(clamp(top, innerHeight - height - MARGIN))}px`;
}

const clamp = (value: number, most: number): number => Math.max(MARGIN, Math.min(most, value));

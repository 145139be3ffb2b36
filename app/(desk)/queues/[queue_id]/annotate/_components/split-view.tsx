"use client";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";

const LEAST = 35;
const MOST = 75;
const USUAL = 60;
const clamp = (percent: number): number => Math.min(MOST, Math.max(LEAST, percent));

interface Props {
  /** What is shown; another one begins at its top. */
  itemId: string;
  source: ReactNode;
  form: ReactNode;
  footer: ReactNode;
  /** Names the part beside the source. */
  formLabel?: string;
  /** The source's share of the width at first, in percent. */
  usual?: number;
}

/** Source and form side by side behind a movable line; one under the other on a narrow screen, the footer always in reach. */
export function SplitView({ itemId, source, form, footer, formLabel = "Annotation", usual = USUAL }: Props) {
  const [share, setShare] = useState(usual);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!itemId) return;
    window.scrollTo(0, 0);
    for (const section of frame.current?.querySelectorAll("section") ?? []) section.scrollTop = 0;
  }, [itemId]);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const { left, width } = frame.current.getBoundingClientRect();
    setShare(clamp(((event.clientX - left) / width) * 100));
  };
  const nudge = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (!step) return;
    event.preventDefault();
    setShare(clamp(share + step));
  };
  return (
    <main ref={frame} className="flex min-h-0 flex-1 max-lg:flex-col">
      <section
        aria-label="Source"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        tabIndex={0}
        className="overflow-y-auto px-4 py-4 -outline-offset-2 max-lg:w-full! sm:px-6"
        style={{ width: `${share}%` }}
      >
        <div className="mx-auto max-w-3xl">{source}</div>
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is no thematic break */}
      <div
        role="separator"
        aria-label="Width of the source"
        aria-orientation="vertical"
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={Math.round(share)}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => setShare(usual)}
        onKeyDown={nudge}
        className="relative w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1.5 before:w-3 hover:bg-edge max-lg:hidden"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:border-t max-lg:border-line">
        <section aria-label={formLabel} className="min-h-0 flex-1 overflow-y-auto px-4 py-2 max-lg:pb-24 sm:px-5">
          {form}
        </section>
        <div className="border-t border-line bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20">
          {footer}
        </div>
      </div>
    </main>
  );
}

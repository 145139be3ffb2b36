"use client";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { classNames } from "@/app/_ui/class-names";
import { useStacked } from "@/app/_ui/use-stacked";
import { SheetHandle, useSheetHeight } from "./sheet-handle";
import { shareRange, useKeptShare } from "./use-kept-share";

const USUAL = 60;

interface Props {
  /** The item shown; a different one starts scrolled to the top. */
  itemId: string;
  source: ReactNode;
  form: ReactNode;
  footer: ReactNode;
  /** A short status for the sheet's handle on a narrow screen, where the footer has no room. */
  status?: ReactNode;
  /** Names the part beside the source. */
  formLabel?: string;
  /** The source's initial share of the width, in percent. */
  usual?: number;
}

const forms = {
  low: "stacked:h-0 stacked:py-0!",
  half: "stacked:max-h-[42dvh]",
  full: "stacked:max-h-[max(42dvh,calc(100dvh-15rem))]",
} as const;

/**
 * Source and form side by side, with a movable separator. On a narrow screen the form is a sheet at the bottom, within
 * thumb's reach, as high as its content up to the chosen height. The footer is always visible.
 */
export function SplitView({ itemId, source, form, footer, status, formLabel = "Annotation", usual = USUAL }: Props) {
  const [share, setShare] = useKeptShare(formLabel, usual);
  const [height, setHeight] = useSheetHeight();
  const isStacked = useStacked();
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!itemId) return;
    for (const section of frame.current?.querySelectorAll("section") ?? []) section.scrollTop = 0;
  }, [itemId]);
  const show = ({ target }: FocusEvent) => {
    if (!isStacked || height !== "low") return;
    setHeight("half");
    requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
  };
  return (
    <main ref={frame} className="flex min-h-0 flex-1 stacked:flex-col">
      <section
        aria-label="Source"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        tabIndex={0}
        className="overflow-y-auto px-4 py-4 -outline-offset-2 stacked:min-h-0 stacked:w-full! stacked:flex-1 sm:px-6"
        style={{ width: `${share}%` }}
      >
        <div className="mx-auto max-w-3xl">{source}</div>
      </section>
      <Separator frame={frame} share={share} usual={usual} onChange={setShare} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col stacked:flex-none stacked:rounded-t-lg stacked:border-t stacked:border-line stacked:bg-paper stacked:shadow-sheet">
        {isStacked ? (
          <SheetHandle name={formLabel} height={height} onChange={setHeight}>
            {status}
          </SheetHandle>
        ) : null}
        <section
          aria-label={formLabel}
          // Scroll the focused element into view.
          onFocus={show}
          className={classNames("min-h-0 flex-1 overflow-y-auto px-4 py-2 stacked:flex-none sm:px-5", forms[height])}
        >
          {form}
        </section>
        <div className="border-t border-line bg-paper">{footer}</div>
      </div>
    </main>
  );
}

interface SeparatorProps {
  frame: RefObject<HTMLElement | null>;
  /** The source's share of the width, in percent. */
  share: number;
  usual: number;
  onChange: (share: number) => void;
}

/** Moves by mouse, by touch and with the arrow keys; a double click moves it back. */
function Separator({ frame, share, usual, onChange }: SeparatorProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const { left, width } = frame.current.getBoundingClientRect();
    onChange(((event.clientX - left) / width) * 100);
  };
  const nudge = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(share + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break
    <div
      role="separator"
      aria-label="Width of the source"
      aria-orientation="vertical"
      aria-valuemin={shareRange.least}
      aria-valuemax={shareRange.most}
      aria-valuenow={Math.round(share)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onChange(usual)}
      onKeyDown={nudge}
      className="relative w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1.5 before:w-3 hover:bg-edge pointer-coarse:before:-left-5.5 pointer-coarse:before:w-11 stacked:hidden"
    />
  );
}

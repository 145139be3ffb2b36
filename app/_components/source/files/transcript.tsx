import { useEffect, useRef } from "react";
import { classNames } from "@/app/_ui/class-names";
import type { Segment } from "./file-in";

interface Props {
  segments: readonly Segment[];
  /** The index of what is being said; null before the first. */
  at: number | null;
  /** To a time in seconds. */
  onSeek: (seconds: number) => void;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** What is said, with its time. A click plays from there; the present part stays in view. */
export function Transcript({ segments, at, onSeek }: Props) {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (at !== null) current.current?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <ol aria-label="Transcript" className="max-h-64 overflow-y-auto rounded-md border border-line">
      {segments.map(({ start, speaker, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their position
        <li key={index} ref={index === at ? current : undefined}>
          <button
            type="button"
            aria-current={index === at ? "true" : undefined}
            onClick={() => onSeek(start)}
            className={classNames(
              "flex w-full gap-3 px-3 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11",
              index === at && "bg-accent-wash",
            )}
          >
            <span className="w-10 shrink-0 text-right text-xs leading-5 text-faint tabular-nums">{clock(start)}</span>
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {speaker ? <span className="text-soft">{speaker}: </span> : null}
              {text}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

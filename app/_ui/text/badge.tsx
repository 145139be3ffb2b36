import type { ReactNode } from "react";
import { classNames } from "../class-names";
import type { Tone } from "../feedback/status";

const tones: Record<Tone, string> = {
  neutral: "bg-hover text-soft",
  accent: "bg-accent-wash text-accent",
  good: "bg-good-wash text-good",
  warn: "bg-warn-wash text-warn",
  bad: "bg-bad-wash text-bad",
};

/** A short tag beside a name, such as a type or role. For states, use Status. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 text-xs",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

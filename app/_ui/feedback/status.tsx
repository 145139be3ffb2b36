import type { ReactNode } from "react";
import { classNames } from "../class-names";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";
export type Shape = "ring" | "half" | "check" | "pause" | "skip" | "cross" | "alert" | "dot" | "archive" | "unequal";

const tones: Record<Tone, string> = {
  neutral: "text-soft",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
};

// Each 12 by 12, drawn so that states differ by shape before they differ by colour.
const shapes: Record<Shape, ReactNode> = {
  ring: <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 1.6" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 3.2a2.8 2.8 0 0 1 0 5.6z" fill="currentColor" />
    </>
  ),
  check: (
    <path
      fillRule="evenodd"
      d="M6 .8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 6 .8Zm2.9 3.9L5.5 8.6 3.2 6.4l.9-.9 1.3 1.2 2.5-2.9z"
      fill="currentColor"
    />
  ),
  pause: <path d="M3 2.2h2.2v7.6H3zm3.8 0H9v7.6H6.8z" fill="currentColor" />,
  skip: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M3.8 6h4.4" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  cross: <path d="m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
  alert: <path fillRule="evenodd" d="M6 .9 11.6 11H.4zM5.3 4.6h1.4v2.9H5.3zm0 3.7h1.4v1.3H5.3z" fill="currentColor" />,
  dot: <circle cx="6" cy="6" r="3.5" fill="currentColor" />,
  unequal: <path d="M2 4.3h8M2 7.7h8M8.2 1.5 3.8 10.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />,
  archive: <path d="M1.5 2h9v2.4h-9zm.8 3.2h7.4V10H2.3zm2.2 1.3v1h3v-1z" fill="currentColor" fillRule="evenodd" />,
};

/** How a state looks, and its word. */
export interface Look {
  tone: Tone;
  shape: Shape;
  word: string;
}

interface Props {
  tone?: Tone;
  shape: Shape;
  children: ReactNode;
  className?: string;
}

/** A state: a shape and a word. Colour only repeats them. */
export function Status({ tone = "neutral", shape, children, className }: Props) {
  return (
    <span className={classNames("inline-flex items-center gap-1.5 align-top whitespace-nowrap", className)}>
      <svg aria-hidden="true" viewBox="0 0 12 12" className={classNames("size-3 shrink-0", tones[tone])}>
        {shapes[shape]}
      </svg>
      {children}
    </span>
  );
}

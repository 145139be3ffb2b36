import type { CSSProperties } from "react";
import type { SpanCategory, TextSpan } from "@/lib/annotation/labels/rules/text-spans";
import type { Segment } from "./segments";

/** Each covering span is a line below, each in its lane; the number of its category stands at its end. */
export function SegmentText({
  segment: { text, covering },
  categories,
}: {
  segment: Segment;
  categories: readonly SpanCategory[];
}) {
  if (covering.length === 0) return <span>{text}</span>;
  const numberOf = ({ category }: TextSpan) => categories.findIndex(({ label }) => label === category) + 1;
  const ending = covering.filter(({ isLast }) => isLast).map(({ span }) => numberOf(span));
  const colors = covering.map(({ span }) => `var(--series-${categories[numberOf(span) - 1]?.color ?? "grey"})`);
  const lanes = covering.map(({ lane }) => lane);
  const style: CSSProperties = {
    backgroundColor: `color-mix(in oklab, ${colors[0]} 16%, transparent)`,
    backgroundImage: colors.map((color) => `linear-gradient(${color}, ${color})`).join(", "),
    backgroundPosition: lanes.map((lane) => `0 calc(100% - ${lane * 4}px)`).join(", "),
    backgroundRepeat: "no-repeat",
    backgroundSize: "100% 2px",
    paddingBottom: `${Math.max(...lanes) * 4 + 2}px`,
  };
  return (
    <span
      style={style}
      data-marked=""
      data-tag={ending.join(" ") || undefined}
      className="data-[tag]:after:ml-px data-[tag]:after:align-super data-[tag]:after:text-[0.625rem] data-[tag]:after:font-medium data-[tag]:after:content-[attr(data-tag)]"
    >
      {text}
    </span>
  );
}

import { Hash, Highlighter, ListChecks, type LucideIcon, Scale, Star, TextCursorInput, ThumbsUp } from "lucide-react";
import type { LabelType as Value } from "@/lib/contracts/shapes";

export const labelTypeWords: Record<Value, { word: string; hint: string; Icon: LucideIcon }> = {
  categorical: { word: "Categories", hint: "One or more from a list", Icon: ListChecks },
  star: { word: "Stars", hint: "A rating in whole stars", Icon: Star },
  thumbs_up_down: { word: "Yes or no", hint: "Thumbs up or down", Icon: ThumbsUp },
  numeric: { word: "Number", hint: "A number in a range", Icon: Hash },
  preference: { word: "Preference", hint: "The better of two outputs", Icon: Scale },
  text_spans: { word: "Spans", hint: "Pieces of a text, each with a category", Icon: Highlighter },
  text: { word: "Text", hint: "Free text", Icon: TextCursorInput },
};

export function LabelType({ type }: { type: Value }) {
  const { word, Icon } = labelTypeWords[type];
  return (
    <span className="inline-flex items-center gap-1.5 align-top whitespace-nowrap">
      <Icon aria-hidden="true" className="size-3.5 text-faint" />
      {word}
    </span>
  );
}

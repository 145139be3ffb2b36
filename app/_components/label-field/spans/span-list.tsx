import { X } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { SpanCategory, TextSpan } from "@/lib/annotation/labels/rules/text-spans";

export const Swatch = ({ color }: Pick<SpanCategory, "color">) => (
  <span aria-hidden="true" className="size-2.5 rounded-full" style={{ backgroundColor: `var(--series-${color})` }} />
);

interface Props {
  spans: readonly TextSpan[];
  categories: readonly SpanCategory[];
  disabled: boolean;
  onShow: (span: TextSpan) => void;
  onRemove: (span: TextSpan) => void;
}

/** All spans in the order of the text; each leads to its place in it. */
export function SpanList({ spans, categories, disabled, onShow, onRemove }: Props) {
  if (spans.length === 0) return null;
  return (
    <ol aria-label="Spans" className="grid">
      {spans.map((span) => (
        <li key={`${span.start} ${span.end} ${span.category}`} className="flex items-center gap-2">
          <button
            type="button"
            className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm text-left hover:underline pointer-coarse:min-h-11"
            onClick={() => onShow(span)}
          >
            <Swatch color={categories.find(({ label }) => label === span.category)?.color ?? "grey"} />
            <span dir="auto" className="shrink-0 text-soft">
              {span.category}
            </span>
            <span dir="auto" className="truncate">
              {span.text}
            </span>
          </button>
          <IconButton
            label={`Remove ${span.category}: ${span.text}`}
            disabled={disabled}
            onClick={() => onRemove(span)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

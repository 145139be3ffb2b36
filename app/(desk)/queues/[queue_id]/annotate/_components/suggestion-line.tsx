import { type FormLabel, type Value, valueText } from "@/app/_components/label-field/form-label";
import { classNames } from "@/app/_ui/class-names";
import { percentText } from "@/app/_ui/figure/numbers";
import { Kbd } from "@/app/_ui/keyboard/kbd";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import type { Suggestion } from "@/lib/contracts/annotation/suggestions";

interface Props {
  label: FormLabel;
  value: Value;
  suggestion: Suggestion;
  /** Whether the annotator may see it now. */
  shown: boolean;
  /** Whether the keys act on this field. */
  current: boolean;
  onUse: (value: Value) => void;
}

/** The key that takes over the suggestion of the current field. */
export const USE_KEY = "u";

/** A label's suggested answer, at a constant height, so that nothing moves when it is shown. */
export function SuggestionLine({ label, value, suggestion, shown, current, onUse }: Props) {
  const suggested = suggestedValue(label, suggestion);
  if (!suggested) return null;
  const isSame = value !== null && valueText(label, value) === valueText(label, suggested);
  const by =
    suggestion.confidence === null ? suggestion.origin : `${suggestion.origin}, ${percentText(suggestion.confidence)}`;
  return (
    <div
      aria-live="polite"
      className="flex min-h-7 flex-wrap items-center gap-x-2 text-xs text-faint pointer-coarse:min-h-11"
    >
      {shown ? (
        <>
          <p className="min-w-0 wrap-anywhere">
            Suggested by {by}:{" "}
            <span dir="auto" className="text-soft">
              {valueText(label, suggested)}
            </span>
          </p>
          {isSame ? (
            <span>(same as yours)</span>
          ) : (
            <button
              type="button"
              onClick={() => onUse(suggested)}
              className={classNames(
                "inline-flex min-h-7 items-center gap-1.5 rounded-sm px-1 text-accent hover:underline",
                "pointer-coarse:min-h-11 pointer-coarse:px-2",
              )}
            >
              Use it{current ? <Kbd keys={USE_KEY} /> : null}
            </button>
          )}
        </>
      ) : (
        "A suggestion appears after you have answered."
      )}
    </div>
  );
}

/** Null if the label no longer accepts it. */
export function suggestedValue(label: FormLabel, { value }: Suggestion): Value {
  const reading = readValue(label, value);
  return reading.kind === "value" ? reading.value : null;
}

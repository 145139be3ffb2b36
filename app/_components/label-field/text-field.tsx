import { classNames } from "@/app/_ui/class-names";
import type { FieldProps } from "./field-props";
import { textRules } from "./form-label";

export function TextField({ label, value, onChange, disabled, headingId }: FieldProps) {
  const { placeholder, max } = textRules(label);
  const text = typeof value?.text === "string" ? value.text : "";
  const length = [...text].length;
  const tooLong = length > max;
  return (
    <div className="grid gap-1">
      <textarea
        aria-labelledby={headingId}
        dir="auto"
        aria-invalid={tooLong || undefined}
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value === "" ? null : { text: event.target.value })}
        className="control field-sizing-content max-h-60 min-h-16 resize-y py-1.5"
      />
      {Number.isFinite(max) && length > max * 0.8 ? (
        <p className={classNames("text-right text-xs tabular-nums", tooLong ? "text-bad" : "text-faint")}>
          {length} of {max} characters
        </p>
      ) : null}
    </div>
  );
}

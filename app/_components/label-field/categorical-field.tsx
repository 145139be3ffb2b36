import { ChoiceButton } from "./choice-button";
import type { FieldProps } from "./field-props";
import { chooseOption, digitAt, optionLabels, selectedOf } from "./form-label";

const KEYED = 10;

/** Options as toggles. One of them is a stop for Tab, the digits reach the rest; a list too long for digits has stops for all. */
export function CategoricalField({ label, value, onChange, disabled }: FieldProps) {
  const options = optionLabels(label);
  const selected = selectedOf(value);
  const stop = Math.max(0, options.indexOf(selected[0] ?? ""));
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map((option, index) => (
        <ChoiceButton
          key={option}
          chosen={selected.includes(option)}
          digit={digitAt(index)}
          disabled={disabled}
          tabIndex={options.length > KEYED || index === stop ? 0 : -1}
          onClick={() => onChange(chooseOption(label, value, option))}
        >
          {option}
        </ChoiceButton>
      ))}
    </div>
  );
}

"use client";
import { ChoiceButton } from "./choice-button";
import type { FieldProps } from "./field-props";
import { choicesOf, choosePreference } from "./preference-choices";

/** The two outputs, and ties if they are allowed. One is a tab stop; digit keys reach the rest. */
export function PreferenceField({ label, value, onChange, disabled }: FieldProps) {
  const choices = choicesOf(label);
  const stop = choices.find(({ answer }) => answer === value?.preferred) ?? choices[0];
  return (
    <div className="flex flex-wrap gap-1.5">
      {choices.map(({ answer, text, digit }) => (
        <ChoiceButton
          key={answer}
          chosen={value?.preferred === answer}
          digit={digit}
          disabled={disabled}
          tabIndex={answer === stop?.answer ? 0 : -1}
          onClick={() => onChange(choosePreference(label, value, answer))}
        >
          <span dir="auto" className="wrap-anywhere">
            {text}
          </span>
        </ChoiceButton>
      ))}
    </div>
  );
}

"use client";
import { useState } from "react";
import { ChoiceButton } from "./choice-button";
import type { FieldProps } from "./field-props";
import { chooseOption, chosenOf, digitAt, KEYED, matchingOptions, optionLabels } from "./form-label";
import { OptionFilter } from "./option-filter";

/** Lists longer than this get a filter. */
const FEW = 10;

/** Options as toggles. One is a tab stop and digit keys reach the rest. In a list too long for digit keys, all are tab stops. */
export function CategoricalField({ label, value, onChange, disabled }: FieldProps) {
  const [filter, setFilter] = useState("");
  const options = optionLabels(label);
  const shown = matchingOptions(options, filter);
  const selected = chosenOf(label, value);
  const removed = selected.filter((option) => !options.includes(option));
  const stop = shown.find((option) => selected.includes(option)) ?? shown[0];
  const choose = (option: string) => onChange(chooseOption(label, value, option));
  return (
    <div className="grid gap-2">
      {options.length > FEW ? (
        <OptionFilter
          name={label.name}
          text={filter}
          onChange={setFilter}
          found={shown.length}
          total={options.length}
          onChoose={() => shown[0] !== undefined && choose(shown[0])}
          disabled={disabled}
        />
      ) : null}
      <div className="flex flex-wrap gap-1.5">
        {shown.map((option) => (
          <ChoiceButton
            key={option}
            chosen={selected.includes(option)}
            digit={digitAt(options.indexOf(option))}
            disabled={disabled}
            tabIndex={options.length > KEYED || option === stop ? 0 : -1}
            onClick={() => choose(option)}
          >
            <span dir="auto" className="wrap-anywhere">
              {option}
            </span>
          </ChoiceButton>
        ))}
        {removed.map((option) => (
          <ChoiceButton key={option} chosen disabled={disabled} onClick={() => choose(option)}>
            <span dir="auto" className="wrap-anywhere">
              {option} (removed)
            </span>
          </ChoiceButton>
        ))}
        {shown.length === 0 ? <p className="text-soft">No matching options.</p> : null}
      </div>
    </div>
  );
}

"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { useId } from "react";

interface Props<V extends string> {
  /** Names the group for assistive technology; a Field's label names it on the screen. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; hint?: string; disabled?: boolean }[];
}

export function RadioGroup<V extends string>({ label, value, onChange, options }: Props<V>) {
  const id = useId();
  return (
    <Base aria-label={label} value={value} onValueChange={(next) => onChange(next)} className="grid gap-2">
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the button inside has its own hidden input
        <label key={option.value} className="flex items-start gap-2 pointer-coarse:min-h-11">
          <Radio.Root
            value={option.value}
            aria-labelledby={`${id}-${option.value}`} // otherwise it has no name before hydration
            disabled={option.disabled ?? false}
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-edge bg-paper data-checked:border-[5px] data-checked:border-accent data-disabled:opacity-50"
          />
          <span id={`${id}-${option.value}`}>
            {option.label}
            {option.hint ? <span className="block text-xs text-faint">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </Base>
  );
}

"use client";
import { Slider } from "@base-ui/react/slider";
import { classNames } from "@/app/_ui/class-names";
import { NumberField } from "@/app/_ui/control/number-field";
import type { FieldProps } from "./field-props";
import { rangeOf } from "./form-label";

/**
 * A stepper, with a slider if the label has one. The slider shows no position until there is a value. The number is the
 * field's only tab stop: the slider is for pointers. A number out of range is a mistake, not the nearest answer.
 */
export function NumericControl({ label, value, onChange, disabled }: FieldProps) {
  const { min, max, step, slider } = rangeOf(label);
  const number = typeof value?.value === "number" ? value.value : null;
  // What is not a number stays in the draft, and the label refuses it.
  const set = (next: number | null, wrong?: string) =>
    onChange(wrong ? { value: wrong } : next === null ? null : { value: next });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <NumberField
        aria-label={label.name}
        value={number}
        onChange={set}
        wrong={typeof value?.value === "string" ? value.value : null}
        min={min}
        max={max}
        step={step}
        allowOutOfRange
        disabled={disabled}
      />
      {slider ? (
        <Sliding label={label} number={number} onChange={set} disabled={disabled} />
      ) : (
        <span className="text-xs text-faint tabular-nums">
          {min}–{max}
          {step === 1 ? "" : `, in steps of ${step}`}
        </span>
      )}
    </div>
  );
}

interface SlidingProps extends Pick<FieldProps, "label" | "disabled"> {
  number: number | null;
  onChange: (number: number) => void;
}

function Sliding({ label, number, onChange, disabled }: SlidingProps) {
  const { min, max, step } = rangeOf(label);
  return (
    <div className="flex min-w-48 flex-1 items-center gap-2 text-xs text-faint tabular-nums">
      {min}
      <Slider.Root
        className="flex-1"
        value={number ?? min}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={onChange}
      >
        <Slider.Control className="flex h-8 px-2 touch-none items-center pointer-coarse:h-11">
          <Slider.Track className="h-1 w-full rounded-full bg-press">
            <Slider.Indicator className="rounded-full bg-accent" />
            <Slider.Thumb
              aria-label={`${label.name}, slider`}
              tabIndex={-1}
              className={classNames(
                number === null && "opacity-0 has-[:focus-visible]:opacity-100",
                "size-4 rounded-full border-2 border-accent bg-paper has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent",
              )}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      {max}
      {step === 1 ? "" : `, in steps of ${step}`}
    </div>
  );
}

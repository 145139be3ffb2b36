"use client";
import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useContext } from "react";
import { decimalText } from "./decimal-text";
import { FieldLabel } from "./field-label";

interface Props {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The unit after the number, e.g. "minutes". */
  unit?: string;
  /** What is typed beyond the limits stays, for the form to refuse. Otherwise it becomes the nearest limit. */
  allowOutOfRange?: boolean;
  disabled?: boolean;
  "aria-label"?: string;
}

type TypedEvent = Parameters<NonNullable<ComponentProps<typeof Base.Input>["onChange"]>>[0];

const stepper =
  "flex w-8 items-center justify-center text-soft hover:bg-hover hover:text-ink data-disabled:opacity-40 pointer-coarse:w-11 [&_svg]:size-3.5";

/** All digits. Without separators of thousands: a comma is read as the decimal point. */
const FORMAT = { maximumFractionDigits: 12, useGrouping: false } as const;

/** How people write the point of 2.5, in their browser's language. */
const decimalPoint = (): string =>
  new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** Corrects what was typed before it is read. A text that cannot be a number is not taken. */
function onType(event: TypedEvent): void {
  const input = event.currentTarget;
  const text = decimalText(input.value, decimalPoint());
  if (text === null) event.preventBaseUIHandler();
  else if (text !== input.value) {
    const behind = input.value.length - (input.selectionEnd ?? 0);
    input.value = text;
    input.setSelectionRange(text.length - behind, text.length - behind);
  }
}

export function NumberField({
  value,
  onChange,
  min,
  max,
  step,
  unit,
  allowOutOfRange,
  disabled = false,
  ...rest
}: Props) {
  const around = useContext(FieldLabel);
  const label = rest["aria-label"] ?? around;
  return (
    <Base.Root
      value={value}
      format={FORMAT}
      allowOutOfRange={allowOutOfRange ?? false}
      onValueChange={onChange}
      disabled={disabled}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      className="flex items-center gap-2"
    >
      <Base.Group className="flex h-8 overflow-hidden rounded-md border border-edge focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent data-invalid:border-bad pointer-coarse:h-11.5">
        <Base.Decrement className={stepper} aria-label={label ? `${label}: decrease` : "Decrease"}>
          <Minus aria-hidden="true" />
        </Base.Decrement>
        <Base.Input
          className="w-16 border-x border-line bg-paper text-center text-sm tabular-nums outline-none pointer-coarse:text-lg"
          // Typing replaces the number: appended digits would be another answer.
          onFocus={(event) => event.currentTarget.select()}
          onChange={onType}
          // The browser pastes, and what is pasted is read as if it was typed.
          onPaste={(event) => event.preventBaseUIHandler()}
          {...rest}
        />
        <Base.Increment className={stepper} aria-label={label ? `${label}: increase` : "Increase"}>
          <Plus aria-hidden="true" />
        </Base.Increment>
      </Base.Group>
      {unit ? <span className="text-soft">{unit}</span> : null}
    </Base.Root>
  );
}

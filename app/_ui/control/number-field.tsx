"use client";
import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useContext, useState } from "react";
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

const stepper =
  "flex w-8 items-center justify-center text-soft hover:bg-hover hover:text-ink data-disabled:opacity-40 pointer-coarse:w-11 [&_svg]:size-3.5";

/** Whether people write 2.5 with a comma, in their browser's language. */
const hasDecimalComma = (): boolean => new Intl.NumberFormat().format(0.5).includes(",");

/** All digits; and without separators of thousands where one would be the point of 2.5, as it is written on the page. */
const formatOf = () => ({ maximumFractionDigits: 12, useGrouping: !hasDecimalComma() });

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
  const [format] = useState(formatOf);
  const around = useContext(FieldLabel);
  const label = rest["aria-label"] ?? around;
  return (
    <Base.Root
      value={value}
      format={format}
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

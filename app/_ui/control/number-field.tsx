"use client";
import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useContext, useId, useLayoutEffect } from "react";
import { classNames } from "../class-names";
import { isBegun, type Typed } from "./decimal-text";
import { FieldLabel } from "./field-label";
import { useNumberTyping } from "./use-number-typing";

interface Props {
  value: number | null;
  /** `wrong`: what was typed, if it is not a number. The value is then null. */
  onChange: (value: number | null, wrong?: string) => void;
  /** What was typed that is not a number, for those who keep it. Otherwise the field does, while it is on the screen. */
  wrong?: string | null;
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

/** All digits, without separators of thousands: a comma may be the decimal point. */
const FORMAT = { maximumFractionDigits: 12, useGrouping: false } as const;

/** What the field shows in place of its value, and whether that is a mistake. */
function textOf(kept: Typed | null, value: number | null, wrong: string | null | undefined) {
  const text = value === null && wrong !== undefined ? wrong : kept?.number === value ? (kept?.text ?? null) : null;
  return { text, isWrong: text !== null && value === null };
}

const MISTAKE = "Must be a number";

export function NumberField({
  value,
  onChange,
  wrong,
  unit,
  allowOutOfRange = false,
  disabled = false,
  ...rest
}: Props) {
  const { min, max, step, ...named } = rest;
  const id = useId();
  const { latest, kept, forget, input } = useNumberTyping();
  const { text, isWrong } = textOf(kept, value, wrong);
  // A form with such a text is not sent.
  useLayoutEffect(() => input.ref.current?.setCustomValidity(isWrong ? MISTAKE : ""));
  return (
    <Base.Root
      value={value}
      format={FORMAT}
      allowOutOfRange={allowOutOfRange}
      onValueChange={(next, { reason }) => {
        if (!reason.startsWith("input")) forget();
        const { number, text: typed } = latest.current;
        onChange(next, next === null && number === null ? typed : undefined);
      }}
      disabled={disabled}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      className="group/number flex items-center gap-2"
    >
      <Stepper
        {...named}
        {...input}
        {...(text === null ? {} : { value: text })}
        {...(isWrong ? { "aria-invalid": true, "aria-errormessage": id } : {})}
      />
      {unit ? <span className="text-soft">{unit}</span> : null}
      {isWrong ? (
        <span
          id={id}
          role="alert"
          className={classNames("text-xs text-bad", isBegun(text ?? "") && "group-focus-within/number:hidden")}
        >
          {MISTAKE}
        </span>
      ) : null}
    </Base.Root>
  );
}

/** The number between the buttons that change it. */
function Stepper(props: ComponentProps<typeof Base.Input>) {
  const around = useContext(FieldLabel);
  const label = props["aria-label"] ?? around;
  return (
    <Base.Group
      className={classNames(
        "flex h-8 overflow-hidden rounded-md border focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent data-invalid:border-bad pointer-coarse:h-11.5",
        props["aria-invalid"] ? "border-bad" : "border-edge",
      )}
    >
      <Base.Decrement className={stepper} aria-label={label ? `${label}: decrease` : "Decrease"}>
        <Minus aria-hidden="true" />
      </Base.Decrement>
      <Base.Input
        className="w-16 border-x border-line bg-paper text-center text-sm tabular-nums outline-none pointer-coarse:text-lg"
        {...props}
      />
      <Base.Increment className={stepper} aria-label={label ? `${label}: increase` : "Increase"}>
        <Plus aria-hidden="true" />
      </Base.Increment>
    </Base.Group>
  );
}

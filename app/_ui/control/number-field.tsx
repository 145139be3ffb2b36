"use client";
import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { type ComponentProps, type FocusEvent, useContext, useRef } from "react";
import { isPastedHere, type Typed, typedText } from "./decimal-text";
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

/** All digits, without separators of thousands: a comma may be the decimal point. */
const FORMAT = { maximumFractionDigits: 12, useGrouping: false } as const;

/** How people write the point of 2.5, in their browser's language. */
const decimalPoint = (): string =>
  new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

const NOTHING: Typed = { text: "", hasComma: false };

/** Corrects what is typed before it is read. A text that cannot be a number is not taken. */
function useTyping() {
  const before = useRef(NOTHING);
  const onFocus = (event: FocusEvent<HTMLInputElement>) => {
    before.current = NOTHING;
    // Typing replaces the number: appended digits would be another answer.
    event.currentTarget.select();
  };
  const onChange = (event: TypedEvent) => {
    // An input method still holds the text: to change it would double it.
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return;
    const input = event.currentTarget;
    const typed = typedText(input.value, before.current, decimalPoint());
    if (typed === null) {
      event.preventBaseUIHandler();
      return;
    }
    before.current = typed;
    if (typed.text === input.value) return;
    const behind = input.value.length - (input.selectionEnd ?? 0);
    input.value = typed.text;
    input.setSelectionRange(typed.text.length - behind, typed.text.length - behind);
  };
  return { onFocus, onChange };
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
  const typing = useTyping();
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
          {...typing}
          // Base UI reads numbers with a unit, such as 12 ms.
          onPaste={(event) => {
            if (isPastedHere(event.clipboardData.getData("text"))) event.preventBaseUIHandler();
          }}
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

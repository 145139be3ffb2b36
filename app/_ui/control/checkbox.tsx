"use client";
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of the rows that the box represents are selected, but not all. */
  indeterminate?: boolean;
  disabled?: boolean;
  label: string;
  /** The object of the label, read aloud after it where several boxes share one label. */
  describes?: string;
  /** The label is read aloud but not shown, as in a table's checkbox column. */
  hideLabel?: boolean;
  hint?: ReactNode;
}

export function Checkbox({
  checked,
  onChange,
  indeterminate = false,
  disabled = false,
  label,
  describes,
  hideLabel,
  hint,
}: Props) {
  const nameId = useId();
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled}
      onCheckedChange={onChange}
      {...(hideLabel ? { "aria-label": label } : { "aria-labelledby": nameId })}
      className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-paper data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
    >
      <Base.Indicator className="text-on-accent [&_svg]:size-3">
        {indeterminate ? <Minus aria-hidden="true" strokeWidth={3} /> : <Check aria-hidden="true" strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  );
  if (hideLabel) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside has its own hidden input
    <label className="flex items-start gap-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
      <span className="mt-0.5 pointer-coarse:mt-0">{box}</span>
      <span>
        <span id={nameId}>
          {label}
          {describes ? <span className="sr-only"> for {describes}</span> : null}
        </span>
        {hint ? <span className="block text-xs text-faint">{hint}</span> : null}
      </span>
    </label>
  );
}

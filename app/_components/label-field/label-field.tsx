"use client";
import { type ReactNode, useId } from "react";
import { classNames } from "@/app/_ui/class-names";
import { CategoricalField } from "./categorical-field";
import type { FieldProps } from "./field-props";
import { type FormLabel, isMultiple, type Value } from "./form-label";
import { NumericField, SpansField } from "./lazy-fields";
import { PreferenceField } from "./preference-field";
import { StarField } from "./star-field";
import { TextField } from "./text-field";
import { ThumbsField } from "./thumbs-field";

interface Props {
  label: FormLabel;
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** The field's error; shown and read aloud with the field. */
  error?: string | undefined;
  /** Marks the field that the keys act on. */
  current?: boolean;
  onFocus?: () => void;
  /** The note, where the label allows one. */
  children?: ReactNode;
}

const fields: Record<FormLabel["type"], (props: FieldProps) => ReactNode> = {
  categorical: CategoricalField,
  numeric: NumericField,
  star: StarField,
  text: TextField,
  thumbs_up_down: ThumbsField,
  preference: PreferenceField,
  text_spans: SpansField,
};

/** What the control does not show: whether it is optional, and whether it allows multiple options. */
const asideOf = (label: FormLabel): string => {
  const several = label.type === "categorical" && isMultiple(label);
  if (several) return label.required ? "Choose one or more" : "Optional, choose one or more";
  return label.required ? "" : "Optional";
};

/** One label of the form: its name, its description, and the control of its type. */
export function LabelField({
  label,
  value,
  onChange,
  disabled = false,
  error,
  current = false,
  onFocus,
  children,
}: Props) {
  const id = useId();
  const Control = fields[label.type];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out beside other text
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-about`}
      data-field={label.label_id}
      onFocus={onFocus}
      className={classNames(
        "relative grid gap-2 py-3.5 pl-4 before:absolute before:inset-y-3 before:left-0 before:w-0.5 before:rounded-full",
        current ? "before:bg-accent" : "before:bg-transparent",
      )}
    >
      <div>
        <p id={`${id}-name`} className="flex items-baseline gap-2 font-medium">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {label.name}
          </span>
          <span className="text-xs font-normal text-faint empty:hidden">{asideOf(label)}</span>
        </p>
        <p id={`${id}-about`} dir="auto" className="text-xs wrap-anywhere text-faint empty:hidden">
          {label.description}
        </p>
      </div>
      <Control label={label} value={value} onChange={onChange} disabled={disabled} headingId={`${id}-name`} />
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
      {children}
    </div>
  );
}

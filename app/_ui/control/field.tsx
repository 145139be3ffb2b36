"use client";
import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { FieldLabel } from "./field-label";

interface Props {
  label: string;
  hint?: ReactNode;
  /** The field's error; shown below it and read aloud with it. */
  error?: string | null | undefined;
  optional?: boolean;
  /** The field's name in the form, used to focus the first error. */
  name?: string;
  children: ReactNode;
}

/** A labelled control with its hint and its error. Put an Input, a Textarea, a NumberField or a Select inside. */
export function Field({ label, hint, error, optional = false, name, children }: Props) {
  return (
    <Base.Root invalid={Boolean(error)} className="grid grid-cols-[minmax(0,1fr)] gap-1" {...(name ? { name } : {})}>
      <div className="flex items-baseline justify-between gap-2">
        <Base.Label className="font-medium">{label}</Base.Label>
        {optional ? <span className="text-xs text-faint">Optional</span> : null}
      </div>
      <FieldLabel value={label}>{children}</FieldLabel>
      {error ? (
        <Base.Error match className="text-xs text-bad">
          {error}
        </Base.Error>
      ) : null}
      {hint && !error ? <Base.Description className="text-xs text-faint">{hint}</Base.Description> : null}
    </Base.Root>
  );
}

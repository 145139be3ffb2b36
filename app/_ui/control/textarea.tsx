"use client";
import { Field } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { classNames } from "../class-names";

interface Props extends Omit<ComponentProps<"textarea">, "value" | "defaultValue"> {
  value: string;
}

/** Grows with its text to a limit, then scrolls. */
export function Textarea({ className, value, ...rest }: Props) {
  return (
    <Field.Control
      value={value}
      render={
        <textarea
          dir="auto"
          className={classNames("control field-sizing-content max-h-80 min-h-16 resize-y py-1.5", className)}
          {...rest}
        />
      }
    />
  );
}

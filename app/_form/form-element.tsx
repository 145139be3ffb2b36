"use client";
import type { ReactNode } from "react";
import type { Submission } from "./use-save-form";

interface Props {
  form: Pick<Submission, "submit">;
  /** For submit buttons outside of it. */
  id?: string;
  /** Whether something is missing. Then Enter sends nothing. */
  disabled?: boolean;
  className: string;
  children: ReactNode;
}

/** A form outside of a FormDialog, sent by its button or by Enter. */
export const FormElement = ({ form, disabled = false, children, ...rest }: Props) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      // In React's tree it may be inside another form, which must not be submitted too.
      event.stopPropagation();
      if (!disabled) form.submit();
    }}
  >
    {children}
  </form>
);

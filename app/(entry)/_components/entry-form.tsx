"use client";
import type { ReactNode } from "react";
import type { Submission } from "@/app/_form/use-save-form";
import { FormMessage } from "./form-message";
import { SubmitButton } from "./submit-button";

interface Props {
  /** Once saved, it stays busy until the next page has loaded. */
  form: Submission & { saved: unknown };
  /** The button's verb. */
  action: string;
  children: ReactNode;
}

/** A form of a person who is not signed in yet. */
export const EntryForm = ({ form: { submit, busy, problem, saved }, action, children }: Props) => (
  <form
    method="post"
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
    className="grid gap-4"
  >
    {children}
    <FormMessage text={problem} />
    <SubmitButton busy={busy || saved !== null}>{action}</SubmitButton>
  </form>
);

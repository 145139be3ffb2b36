"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { requestPasswordReset } from "@/lib/client/account";
import { EmailField } from "../../_components/email-field";
import { EntryForm } from "../../_components/entry-form";

const blank = { email: "" };

export function ForgotPassword() {
  const form = useSaveForm({
    initial: blank,
    save: withInput(requestPasswordReset, (values: typeof blank) => values),
    onSaved: () => {},
  });
  if (form.saved)
    return (
      <p role="status">
        If an account has this email, a mail is on its way. Its link works once, for an hour. Also look in your spam
        folder.
      </p>
    );
  return (
    <EntryForm form={form} action="Send the link">
      <EmailField form={form} />
    </EntryForm>
  );
}

"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { beginCompanySignIn } from "@/lib/client/account";
import { EmailField } from "../../../_components/email-field";
import { EntryForm } from "../../../_components/entry-form";

interface Props {
  next: string;
  email: string;
  /** The result of a failed sign-in. */
  failure: string | null;
}

export function CompanyForm({ next, email, failure }: Props) {
  const form = useSaveForm({
    initial: { email },
    save: withInput(beginCompanySignIn, (values: { email: string }) => ({ email: values.email.trim(), next })),
    onSaved: ({ url }) => location.assign(url),
  });
  const isUntouched = !form.busy && !form.isRefused && form.saved === null;
  return (
    <EntryForm form={{ ...form, problem: form.problem ?? (isUntouched ? failure : null) }} action="Continue">
      <EmailField form={form} />
    </EntryForm>
  );
}

"use client";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { resetPassword } from "@/lib/client/account";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../_components/entry-form";

const blank = { new_password: "" };

interface Props {
  token: string;
  person: { email: string; full_name: string };
}

export function ResetPassword({ token, person }: Props) {
  const form = useSaveForm({
    initial: blank,
    save: withInput(resetPassword, (values: typeof blank) => ({ token, ...values })),
    onSaved: ({ email }, { new_password: password }) => enter({ email, password }, links.home()),
  });
  return (
    <EntryForm form={form} action="Save and sign in">
      {/* For password managers, which need the username. */}
      <input type="hidden" autoComplete="username" name="email" value={person.email} />
      <PasswordInput form={form} name="new_password" label="New password" about={[person.email, person.full_name]} />
    </EntryForm>
  );
}

"use client";
import { TextField } from "@/app/_form/fields";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { acceptInvitation } from "@/lib/client/account";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../../_components/entry-form";
import type { AcceptProps } from "./accept-props";

const blank = { full_name: "", password: "" };

export function NewPerson({ token, invitation }: AcceptProps) {
  const form = useSaveForm({
    initial: blank,
    save: withInput(acceptInvitation, (values: typeof blank) => ({ token, ...values })),
    onSaved: ({ email }, { password }) => enter({ email, password }, links.home()),
  });
  return (
    <EntryForm form={form} action={`Join ${invitation.organization_name}`}>
      {/* For password managers, which need the username. */}
      <input type="hidden" autoComplete="username" name="email" value={invitation.email} />
      <TextField
        form={form}
        name="full_name"
        label="Your name"
        required
        autoFocus
        autoComplete="name"
        maxLength={255}
      />
      <PasswordInput
        form={form}
        name="password"
        label="Choose a password"
        about={[form.values.full_name, invitation.email, invitation.organization_name]}
      />
    </EntryForm>
  );
}

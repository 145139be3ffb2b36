"use client";
import { TextField } from "@/app/_form/fields";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm } from "@/app/_form/use-save-form";
import { signUp } from "@/lib/client/account";
import { enter } from "@/lib/client/enter";
import { EntryForm } from "../../_components/entry-form";

const blank = { full_name: "", company_name: "", email: "", password: "" };
const text = { required: true, maxLength: 254 };

export function SignUpForm({ next }: { next: string }) {
  const form = useSaveForm({ initial: blank, save: signUp, onSaved: (_, values) => enter(values, next) });
  const { email, full_name, company_name } = form.values;
  return (
    <EntryForm form={form} action="Create organization">
      <TextField form={form} name="full_name" label="Your name" autoComplete="name" autoFocus {...text} />
      <TextField form={form} name="company_name" label="Organization" autoComplete="organization" {...text} />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" {...text} />
      <PasswordInput form={form} name="password" about={[email, full_name, company_name]} />
    </EntryForm>
  );
}

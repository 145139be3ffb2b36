"use client";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { acceptInvitation } from "@/lib/client/account";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../../_components/entry-form";
import { TextLink } from "../../../_components/text-link";
import type { AcceptProps } from "./accept-props";

export function ExistingPerson({ token, invitation }: AcceptProps) {
  const form = useSaveForm({
    initial: { password: "" },
    save: withInput(acceptInvitation, (values: { password: string }) => ({ token, ...values })),
    onSaved: ({ email }, { password }) => enter({ email, password }, links.home()),
  });
  return (
    <div className="grid gap-4">
      <EntryForm form={form} action={`Join ${invitation.organization_name}`}>
        {/* For password managers, which need the username. */}
        <input type="hidden" autoComplete="username" name="email" value={invitation.email} />
        <PasswordInput form={form} name="password" label="Your password" autoFocus />
      </EntryForm>
      <p className="text-soft">
        No password? <TextLink href={links.signIn(links.invitation(token))}>Sign in another way</TextLink>
      </p>
    </div>
  );
}

"use client";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { changePassword } from "@/lib/client/account";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import type { UserInfo } from "@/lib/contracts/accounts/people";
import { SettingsForm } from "../../_components/settings-form";

const blank = { current_password: "", new_password: "" };

export function PasswordForm({ person }: { person: UserInfo }) {
  const { email, name, has_password: hasPassword } = person;
  const form = useSaveForm({
    initial: blank,
    save: withInput(changePassword, ({ new_password, current_password }: typeof blank) => ({
      new_password,
      ...(hasPassword ? { current_password } : {}),
    })),
    // The change also ended this session, so sign in again with the new password.
    onSaved: (_, { new_password }) => enter({ email, password: new_password }, links.profile()),
  });
  const { current_password, new_password } = form.values;
  return (
    <SettingsForm
      title={hasPassword ? "Password" : "Set a password"}
      description={
        hasPassword
          ? "A new password signs you out of every other browser. API keys keep working."
          : "You sign in through another site. With a password, you can also sign in here."
      }
      action={hasPassword ? "Change password" : "Set password"}
      form={{ ...form, busy: form.busy || form.saved !== null }}
      idle={new_password === "" || (hasPassword && current_password === "")}
    >
      <input type="hidden" autoComplete="username" name="email" value={email} />
      {hasPassword ? <PasswordInput form={form} name="current_password" label="Current password" /> : null}
      <PasswordInput
        form={form}
        name="new_password"
        label="New password"
        about={[email, name, person.organization.display_name]}
      />
    </SettingsForm>
  );
}

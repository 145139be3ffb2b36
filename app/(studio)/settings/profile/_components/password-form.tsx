"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PasswordField } from "@/app/_ui/control/password-field";
import { changePassword } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import type { UserInfo } from "@/lib/contracts/accounts/people";
import { SettingsForm } from "../../_components/settings-form";

const FIELDS = ["current_password", "new_password"];

export function PasswordForm({ person }: { person: UserInfo }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation(changePassword);
  const { email, name, has_password: hasPassword } = person;
  const save = () =>
    change.mutate(
      { new_password: next, ...(hasPassword ? { current_password: current } : {}) },
      // The change also ended this session, so sign in again with the new password.
      { onSuccess: () => enter({ email, password: next }, links.profile()) },
    );
  return (
    <SettingsForm
      title={hasPassword ? "Password" : "Set a password"}
      description={
        hasPassword
          ? "A new password signs you out of every other browser. API keys keep working."
          : "You sign in through another site. With a password, you can also sign in here."
      }
      action={hasPassword ? "Change password" : "Set password"}
      busy={change.isPending || change.isSuccess}
      idle={next === "" || (hasPassword && current === "")}
      problem={formError(change.error, FIELDS)}
      onSubmit={save}
    >
      <input type="hidden" autoComplete="username" name="email" value={email} />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          value={current}
          onChange={setCurrent}
          error={fieldError(change.error, "current_password")}
        />
      ) : null}
      <PasswordField
        label="New password"
        value={next}
        onChange={setNext}
        error={fieldError(change.error, "new_password")}
        about={[email, name, person.organization.display_name]}
      />
    </SettingsForm>
  );
}

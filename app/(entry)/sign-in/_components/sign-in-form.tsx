"use client";
import { type FormEvent, useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { PasswordField } from "@/app/_ui/control/password-field";
import { signIn } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { MAX_CODE } from "@/lib/contracts/limits";
import { FormMessage } from "../../_components/form-message";
import { SubmitButton } from "../../_components/submit-button";
import { TextLink } from "../../_components/text-link";

interface Props {
  next: string;
  /** Another page has checked or saved the password, and signing in takes a code as well. */
  isContinued: boolean;
  /** The result of a failed sign-in through a provider. */
  failure: string | null;
}

export function SignInForm({ next, isContinued, failure }: Props) {
  const [message, setMessage] = useState(failure);
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(isContinued);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setMessage(null);
    const code = textOf("code");
    const credentials = { email: textOf("email"), password: textOf("password") };
    const outcome = await signIn(code ? { ...credentials, code } : credentials);
    // A full page load: data fetched before belongs to another session.
    if (outcome.ok) return location.assign(next);
    setMessage(outcome.message);
    if ("needsCode" in outcome) setNeedsCode(true);
    setBusy(false);
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {isContinued ? <p role="status">Almost done: sign in with your password and a code.</p> : null}
      <Field label="Email">
        <Input type="email" autoComplete="username" required autoFocus maxLength={254} name="email" />
      </Field>
      <PasswordField />
      {needsCode ? (
        <Field label="Code" hint="From your authenticator app, or a recovery code.">
          <Input
            name="code"
            autoComplete="one-time-code"
            required={!isContinued}
            autoFocus={!isContinued}
            maxLength={MAX_CODE}
            className="font-mono tracking-widest"
          />
        </Field>
      ) : null}
      <p className="text-sm">
        <TextLink href={links.forgotPassword()}>Forgot your password?</TextLink>
      </p>
      <FormMessage text={message} />
      <SubmitButton busy={busy}>Sign in</SubmitButton>
    </form>
  );
}

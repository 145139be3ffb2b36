"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { PasswordField } from "@/app/_ui/control/password-field";
import { signIn } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { FormMessage } from "../../_components/form-message";
import { TextLink } from "../../_components/text-link";

/** `failure` is the result of a failed sign-in through a provider. */
export function SignInForm({ next, failure }: { next: string; failure: string | null }) {
  const [message, setMessage] = useState(failure);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setMessage(null);
    const outcome = await signIn({ email: textOf("email"), password: textOf("password") });
    // A full page load: data fetched before belongs to another session.
    if (outcome.ok) return location.assign(next);
    setMessage(outcome.message);
    setBusy(false);
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Field label="Email">
        <Input type="email" autoComplete="username" required autoFocus maxLength={254} name="email" />
      </Field>
      <PasswordField />
      <p className="text-sm">
        <TextLink href={links.forgotPassword()}>Forgot your password?</TextLink>
      </p>
      <FormMessage text={message} />
      <Button type="submit" look="primary" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}

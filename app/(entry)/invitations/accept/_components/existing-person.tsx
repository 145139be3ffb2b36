"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { PasswordField } from "@/app/_ui/control/password-field";
import { acceptInvitation } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import { FormMessage } from "../../../_components/form-message";
import { TextLink } from "../../../_components/text-link";
import type { AcceptProps } from "./accept-props";

export function ExistingPerson({ token, invitation }: AcceptProps) {
  const [password, setPassword] = useState("");
  const accept = useMutation(acceptInvitation);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    accept.mutate({ token, password }, { onSuccess: ({ email }) => enter({ email, password }, links.home()) });
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {/* For password managers, which need the username. */}
      <input type="hidden" autoComplete="username" name="email" value={invitation.email} />
      <PasswordField
        label="Your password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={fieldError(accept.error, "password")}
      />
      <FormMessage text={formError(accept.error, ["password"])} />
      <Button type="submit" look="primary" busy={accept.isPending || accept.isSuccess}>
        Join {invitation.organization_name}
      </Button>
      <p className="text-soft">
        No password? <TextLink href={links.signIn(links.invitation(token))}>Sign in another way</TextLink>
      </p>
    </form>
  );
}

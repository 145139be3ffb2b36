"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { PasswordField } from "@/app/_ui/control/password-field";
import { acceptInvitation } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { enter } from "@/lib/client/enter";
import { links } from "@/lib/client/links";
import { FormMessage } from "../../../_components/form-message";
import type { AcceptProps } from "./accept-props";

export function NewPerson({ token, invitation }: AcceptProps) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useMutation(acceptInvitation);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    accept.mutate(
      { token, full_name: name, password },
      { onSuccess: ({ email }) => enter({ email, password }, links.home()) },
    );
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {/* For password managers, which need the username. */}
      <input type="hidden" autoComplete="username" name="email" value={invitation.email} />
      <Field label="Your name" error={fieldError(accept.error, "full_name")}>
        <Input
          required
          autoFocus
          autoComplete="name"
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <PasswordField
        label="Choose a password"
        value={password}
        onChange={setPassword}
        error={fieldError(accept.error, "password")}
        about={[name, invitation.email, invitation.organization_name]}
      />
      <FormMessage text={formError(accept.error, ["full_name", "password"])} />
      <Button type="submit" look="primary" busy={accept.isPending || accept.isSuccess}>
        Join {invitation.organization_name}
      </Button>
    </form>
  );
}

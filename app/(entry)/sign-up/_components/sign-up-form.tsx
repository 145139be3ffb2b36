"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { PasswordField } from "@/app/_ui/control/password-field";
import { signUp } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { enter } from "@/lib/client/enter";
import { FormMessage } from "../../_components/form-message";

const FIELDS = ["full_name", "company_name", "email", "password"] as const;
const blank = { full_name: "", company_name: "", email: "", password: "" };

export function SignUpForm({ next }: { next: string }) {
  const [values, setValues] = useState(blank);
  const create = useMutation(signUp);
  const set = (field: (typeof FIELDS)[number]) => (value: string) => setValues({ ...values, [field]: value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(values, { onSuccess: () => enter(values, next) });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Text
        label="Your name"
        autoComplete="name"
        autoFocus
        error={fieldError(create.error, "full_name")}
        value={values.full_name}
        onChange={set("full_name")}
      />
      <Text
        label="Organization"
        autoComplete="organization"
        error={fieldError(create.error, "company_name")}
        value={values.company_name}
        onChange={set("company_name")}
      />
      <Text
        label="Email"
        type="email"
        autoComplete="username"
        error={fieldError(create.error, "email")}
        value={values.email}
        onChange={set("email")}
      />
      <PasswordField
        value={values.password}
        onChange={set("password")}
        error={fieldError(create.error, "password")}
        about={[values.email, values.full_name, values.company_name]}
      />
      <FormMessage text={formError(create.error, FIELDS)} />
      <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
        Create organization
      </Button>
    </form>
  );
}

interface TextProps {
  label: string;
  type?: "text" | "email";
  autoComplete: string;
  autoFocus?: boolean;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function Text({ label, error, value, onChange, ...rest }: TextProps) {
  return (
    <Field label={label} error={error}>
      <Input required maxLength={254} value={value} onChange={(event) => onChange(event.target.value)} {...rest} />
    </Field>
  );
}

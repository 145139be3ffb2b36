"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { updateProfile } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { SettingsForm } from "../../_components/settings-form";

export function NameForm({ name }: { name: string }) {
  const [value, setValue] = useState(name);
  const { mutate, isPending, error } = useMutation(updateProfile);
  const idle = value.trim() === "" || value.trim() === name;
  return (
    <SettingsForm
      title="Name"
      description="Shown beside your annotations."
      action="Save name"
      busy={isPending}
      idle={idle}
      problem={formError(error, ["full_name"])}
      onSubmit={() => mutate({ full_name: value })}
    >
      <Field label="Full name" error={fieldError(error, "full_name")}>
        <Input autoComplete="name" maxLength={255} value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </SettingsForm>
  );
}

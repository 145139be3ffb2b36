"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createKey } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { NewKey } from "./new-key";

/** Creates a key, then shows it with its secret. They are shown only once. */
export function CreateKeyDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [name, setName] = useState("");
  const { mutate, data: created, isPending, error, reset } = useMutation(createKey);
  const close = () => {
    onOpenChange(false);
    setName("");
    reset();
  };
  const problem = formError(error, ["key_name"]);
  if (created) {
    return (
      <Dialog
        open={open}
        onOpenChange={(shown) => !shown && close()}
        title={`Keep ${created.key_name} safe`}
        description="The key and its secret are shown only once. Copy them before you close this dialog."
        footer={
          <Button look="primary" onClick={close}>
            I have copied them
          </Button>
        }
      >
        <NewKey apiKey={created.api_key} secretKey={created.secret_key} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create an API key"
      description="The key acts as you in this organization, with your role."
      size="small"
      action="Create key"
      form={{ submit: () => mutate({ key_name: name }), busy: isPending, problem: problem ?? null }}
    >
      <Field
        label="Name"
        hint="The program that uses the key, e.g. “Nightly import”."
        error={fieldError(error, "key_name")}
      >
        <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/app/_ui/form-dialog";
import { createGatewayKey, updateGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { errorBeside } from "./field-errors";
import { KeyFields } from "./key-fields";
import { bodyOf, emptyKey, formOfKey } from "./key-form";
import { NewKeyDialog } from "./new-key-dialog";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The key to change; null to create one. */
  gatewayKey?: GatewayKey | null;
}

const SHOWN = [
  "name",
  "owner",
  "rate_limit_rpm",
  "rate_limit_tpm",
  "budget",
  "allowed_models",
  "allowed_providers",
  "allowed_ips",
  "tracing",
  "expires_at",
];

/** Creates or changes a key. A new key is then shown once. */
export function KeyDialog({ open, onOpenChange, gatewayKey = null }: Props) {
  const initialForm = gatewayKey ? formOfKey(gatewayKey) : emptyKey;
  const [form, setForm] = useState(initialForm);
  const create = useMutation(createGatewayKey);
  const update = useMutation(updateGatewayKey);
  const { error, isPending } = gatewayKey ? update : create;
  const close = () => {
    onOpenChange(false);
    create.reset();
    update.reset();
    setForm(initialForm);
  };
  const save = () => {
    if (gatewayKey) update.mutate({ key_id: gatewayKey.id, ...bodyOf(form) }, { onSuccess: () => onOpenChange(false) });
    else create.mutate({ ...bodyOf(form), key_type: form.type });
  };
  if (create.data) return <NewKeyDialog open={open} onClose={close} name={create.data.name} secret={create.data.key} />;
  const problem = errorBeside(error, SHOWN);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={gatewayKey ? `Edit ${gatewayKey.name}` : "Create a gateway key"}
      description={gatewayKey ? "Changes take effect with the key's next request." : undefined}
      size="large"
      action={gatewayKey ? "Save key" : "Create key"}
      problem={problem}
      busy={isPending}
      onSubmit={save}
    >
      <KeyFields form={form} onChange={setForm} error={error} isNew={gatewayKey === null} />
    </FormDialog>
  );
}

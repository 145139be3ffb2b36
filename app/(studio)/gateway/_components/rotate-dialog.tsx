"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { rotateGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { NewKeyDialog } from "./new-key-dialog";

const graces = [
  { value: "0", label: "Not at all: expires now" },
  { value: "3600", label: "For an hour" },
  { value: "86400", label: "For a day" },
  { value: "604800", label: "For a week" },
  { value: "2592000", label: "For 30 days" },
] as const;

/** Replaces the key's secret and shows the new one once. The old one keeps working for the chosen time. */
export function RotateDialog({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) {
  const [grace, setGrace] = useState<(typeof graces)[number]["value"]>("86400");
  const { mutate, data, isPending, error } = useMutation(rotateGatewayKey);
  if (data) return <NewKeyDialog open onClose={onClose} name={data.name} secret={data.key} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate ${gatewayKey.name}`}
      description="The key gets a new secret. Its limits, spend and credits do not change."
      size="small"
      footer={
        <>
          <DialogProblem text={error?.message} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={isPending}
            onClick={() => mutate({ key_id: gatewayKey.id, grace_seconds: Number(grace) })}
          >
            Rotate key
          </Button>
        </>
      }
    >
      <Field
        label="The current secret keeps working"
        hint={
          gatewayKey.grace_ends_at
            ? "A secret from an earlier rotation expires now."
            : "The time you have to replace it in your programs."
        }
      >
        <Select value={grace} options={graces} onChange={setGrace} />
      </Field>
    </Dialog>
  );
}

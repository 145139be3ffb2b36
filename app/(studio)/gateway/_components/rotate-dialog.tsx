"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { rotateGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { NewKeyDialog } from "./new-key-dialog";

const graces = [
  { value: "0", label: "Not at all" },
  { value: "3600", label: "For an hour" },
  { value: "86400", label: "For a day" },
  { value: "604800", label: "For a week" },
  { value: "2592000", label: "For 30 days" },
] as const;

/** Gives the key another text, which is shown once; the one before works on as long as is chosen. */
export function RotateDialog({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) {
  const [grace, setGrace] = useState<(typeof graces)[number]["value"]>("86400");
  const { mutate, data, isPending, error } = useMutation(rotateGatewayKey);
  if (data) return <NewKeyDialog open onClose={onClose} name={data.name} secret={data.key} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate ${gatewayKey.name}`}
      description="It gets a new text. Its limits, what it has spent and its credits stay."
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
        label="The present text works on"
        hint={gatewayKey.grace_ends_at ? "One from a rotation before ends now." : "Time to change it where it is used."}
      >
        <Select value={grace} options={graces} onChange={setGrace} />
      </Field>
    </Dialog>
  );
}

"use client";
import { SelectField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
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

interface Grace {
  grace: (typeof graces)[number]["value"];
}

/** Replaces the key's secret and shows the new one once. The old one keeps working for the chosen time. */
export function RotateDialog({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) {
  const form = useSaveForm({
    initial: { grace: "86400" },
    save: withInput(rotateGatewayKey, ({ grace }: Grace) => ({
      key_id: gatewayKey.id,
      grace_seconds: Number(grace),
    })),
  });
  if (form.saved) return <NewKeyDialog onClose={onClose} name={form.saved.name} secret={form.saved.key} />;
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${gatewayKey.name}`}
      description="The key gets a new secret. Its limits, spend and credits do not change."
      size="small"
      action="Rotate key"
      form={form}
    >
      <SelectField
        form={form}
        name="grace"
        at="grace_seconds"
        label="The current secret keeps working"
        hint={
          gatewayKey.grace_ends_at
            ? "A secret from an earlier rotation expires now."
            : "The time you have to replace it in your programs."
        }
        options={graces}
      />
    </FormDialog>
  );
}

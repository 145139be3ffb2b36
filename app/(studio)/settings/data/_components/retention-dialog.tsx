"use client";
import { NumberInput } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { setRetention } from "@/lib/client/data/retention";
import type { RetainedData } from "@/lib/contracts/accounts/retention";
import { kindWords } from "./words";

interface Props {
  data: RetainedData;
  onClose: () => void;
}

/** Sets for how many days one kind is kept; an empty field leaves it to the server. */
export function RetentionDialog({ data, onClose }: Props) {
  const { kind, own_days, server_days } = data;
  const form = useSaveForm({
    initial: { days: own_days },
    save: withInput(setRetention, ({ days }: { days: number | null }) => ({ [kind]: days })),
    onSaved: onClose,
  });
  const server = server_days === null ? "forever" : `for ${quantity(server_days, "day")}`;
  return (
    <FormDialog title={kindWords[kind]} action="Save" form={form} onClose={onClose} size="small">
      <NumberInput
        form={form}
        name="days"
        at={kind}
        label="Keep for"
        min={1}
        max={3650}
        unit="days"
        optional
        hint={`Empty: as the server keeps it, ${server}. The shorter of both counts. What is older is deleted by the next sweep.`}
      />
    </FormDialog>
  );
}

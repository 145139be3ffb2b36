"use client";
import { useState } from "react";
import { NumberInput } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { setItemPriority } from "@/lib/client/annotation";
import { type Chosen, itemsText } from "./chosen";

interface Props {
  queueId: string;
  chosen: Chosen;
}

/** Sets the priority by which items are handed out. */
export function PriorityButton(props: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Set priority</Button>
      {asking ? <PriorityDialog {...props} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function PriorityDialog({ queueId, chosen, onClose }: Props & { onClose: () => void }) {
  const items = itemsText(chosen.count);
  const form = useSaveForm({
    initial: { priority: 0 as number | null },
    save: withInput(setItemPriority, ({ priority }: { priority: number | null }) => ({
      queue_id: queueId,
      ...chosen.items,
      priority: priority ?? 0,
    })),
    onSaved: ({ changed }, { priority }) => {
      onClose();
      toast.done({ title: `${itemsText(changed)} with priority ${priority ?? 0}` });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Set the priority of ${items}`}
      description="Items with a higher priority are handed out first. The default is 0."
      action={`Change ${items}`}
      form={form}
      disabled={form.values.priority === null}
    >
      <NumberInput form={form} name="priority" label="Priority" min={-1_000_000} max={1_000_000} step={1} />
    </FormDialog>
  );
}

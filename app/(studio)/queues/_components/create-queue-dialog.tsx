"use client";
import { useRouter } from "next/navigation";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { QueueFields } from "./queue-fields";
import { bodyOf, emptyQueue, type QueueForm } from "./queue-form";

export function CreateQueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const form = useSaveForm({
    initial: emptyQueue,
    save: withInput(createQueue, (values: QueueForm) => bodyOf(values)),
    onSaved: (queue) => {
      form.reset();
      router.push(links.queue(queue.id));
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={() => {
        onClose();
        // What was typed is found again.
        form.reset(form.values);
      }}
      title="Create a queue"
      description="It starts as a draft. Add items, then activate it."
      size="large"
      action="Create queue"
      form={form}
    >
      <QueueFields form={form} />
    </FormDialog>
  );
}

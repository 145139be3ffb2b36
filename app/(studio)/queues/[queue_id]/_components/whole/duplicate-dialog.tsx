"use client";
import { useRouter } from "next/navigation";
import { SwitchField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { duplicateQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";

interface Props {
  queue: Queue;
  /** Undefined while loading. */
  itemCount: number | undefined;
  onClose: () => void;
}

interface Values {
  name: string;
  withItems: boolean;
}

const MAX_NAME = 255;
const COPY = " (copy)";

/** A draft queue like this one. */
export function DuplicateDialog({ queue, itemCount, onClose }: Props) {
  const router = useRouter();
  const form = useSaveForm<Values, Awaited<ReturnType<typeof duplicateQueue.mutationFn>>>({
    initial: { name: `${queue.name.slice(0, MAX_NAME - COPY.length)}${COPY}`, withItems: false },
    save: withInput(duplicateQueue, ({ name, withItems }: Values) => ({
      queue_id: queue.id,
      name,
      with_items: withItems,
    })),
    onSaved: (answer) => {
      onClose();
      toast.done({ title: `${answer.queue.name} was created` });
      router.push(links.queue(answer.queue.id));
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Duplicate the queue"
      description="The copy is a draft with the same settings, labels, people and layout, and no due date."
      action="Duplicate queue"
      form={form}
    >
      <TextField form={form} name="name" label="Name" required maxLength={MAX_NAME} />
      <SwitchField
        form={form}
        name="withItems"
        at="with_items"
        label={itemCount === undefined ? "With its items" : `With its ${quantity(itemCount, "item")}`}
        hint="The same sources, to annotate again. Answers, and known answers of gold items, stay here."
      />
    </FormDialog>
  );
}

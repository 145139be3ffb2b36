"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { type AddedSources, addItems } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { ChoiceField } from "./choice-fields";
import { useQueueChoices } from "./choices";
import { showAddResult } from "./show-added";

interface Props {
  /** The start of the description, such as "The trace becomes an item". */
  what: string;
  sources: AddedSources;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone?: () => void;
}

interface Chosen {
  queue_id: string | null;
}

/** Adds sources to a queue that the person manages, to be annotated there. */
export function AddToQueue({ what, sources, open, onOpenChange, onDone }: Props) {
  const queues = useQueueChoices({ viewer_role: "manager" }, { enabled: open });
  const form = useSaveForm({
    initial: { queue_id: null },
    save: withInput(addItems, ({ queue_id }: Chosen) => ({ queue_id: queue_id ?? "", ...sources })),
    onSaved: (answer) => {
      onOpenChange(false);
      onDone?.();
      showAddResult(answer);
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={() => {
        form.reset(form.values);
        onOpenChange(false);
      }}
      title="Add to a queue"
      description={`${what} of the queue, for its annotators.`}
      action="Add"
      form={form}
      disabled={form.values.queue_id === null}
      aside={
        // In a new tab, so that what was chosen here stays chosen.
        <a href={links.newQueue()} target="_blank" rel="noreferrer" className={buttonClasses({ look: "ghost" })}>
          Create a queue
        </a>
      }
    >
      <ChoiceField
        form={form}
        name="queue_id"
        label="Queue"
        choices={queues}
        placeholder={queues.isNone ? "You do not manage a queue yet" : "Choose a queue"}
      />
    </FormDialog>
  );
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { SearchSelect } from "@/app/_ui/search-select";
import { type AddedSources, addItems } from "@/lib/client/annotation";
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

/** Adds sources to a queue, to be annotated there. */
export function AddToQueue({ what, sources, open, onOpenChange, onDone }: Props) {
  const queues = useQueueChoices(open);
  const add = useMutation(addItems);
  const [chosen, setChosen] = useState<string | null>(null);
  const save = () => {
    if (!chosen) return;
    add.mutate(
      { queue_id: chosen, ...sources },
      {
        onSuccess: (answer) => {
          onOpenChange(false);
          onDone?.();
          showAddResult(answer);
        },
      },
    );
  };
  return (
    <FormDialog
      open={open}
      onClose={() => {
        add.reset();
        onOpenChange(false);
      }}
      title="Add to a queue"
      description={`${what} of the queue, for its annotators.`}
      action="Add"
      form={{ submit: save, busy: add.isPending, problem: add.error?.message ?? null }}
      disabled={!chosen}
    >
      <Field label="Queue">
        <SearchSelect
          options={queues.options}
          onSearch={queues.onSearch}
          value={chosen}
          onChange={setChosen}
          placeholder={queues.isPending ? "Loading…" : queues.isNone ? "No queues yet" : "Choose a queue"}
          empty={queues.isError ? "The queues could not be loaded." : "No queue matches"}
        />
      </Field>
    </FormDialog>
  );
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { SearchSelect } from "@/app/_ui/search-select";
import { addedToQueue } from "@/lib/client/annotation";
import { useQueueChoices } from "./choices";

interface Props {
  type: keyof typeof addedToQueue;
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const words = { trace: "trace", call_execution: "call" } as const;

/** Hands a trace or a call to a queue, to be annotated there. */
export function AddToQueue({ type, id, open, onOpenChange }: Props) {
  const queues = useQueueChoices(open);
  const add = useMutation(addedToQueue[type]);
  const [chosen, setChosen] = useState<string | null>(null);
  const save = () => {
    if (!chosen) return;
    add.mutate({ queue_id: chosen, source_type: type, source_id: id }, { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to a queue"
      description={`The ${words[type]} becomes an item of the queue, to be annotated there.`}
      footer={
        <Button look="primary" busy={add.isPending} disabled={!chosen} onClick={save}>
          Add
        </Button>
      }
    >
      <Field label="Queue">
        <SearchSelect
          options={queues.options}
          onSearch={queues.onSearch}
          value={chosen}
          onChange={setChosen}
          placeholder={queues.isPending ? "Loading…" : queues.isNone ? "There is no queue" : "Choose a queue"}
          empty={queues.isError ? "The queues could not be loaded." : "No queue matches"}
        />
      </Field>
    </Dialog>
  );
}

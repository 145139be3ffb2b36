"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { addedToQueue, queuesQuery } from "@/lib/client/annotation";

interface Props {
  type: keyof typeof addedToQueue;
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const words = { trace: "trace", call_execution: "call" } as const;

/** Hands a trace or a call to a queue, to be annotated there. */
export function AddToQueue({ type, id, open, onOpenChange }: Props) {
  const queues = useQuery({ ...queuesQuery(), enabled: open });
  const add = useMutation(addedToQueue[type]);
  const [chosen, setChosen] = useState<string | null>(null);
  const options = (queues.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
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
        <Select
          aria-label="Queue"
          value={chosen}
          options={options}
          onChange={setChosen}
          placeholder={queues.isPending ? "Loading…" : options.length === 0 ? "There is no queue" : "Choose a queue"}
        />
      </Field>
    </Dialog>
  );
}

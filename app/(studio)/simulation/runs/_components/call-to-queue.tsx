"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { queuesQuery } from "@/lib/client/annotation";
import { addCallToQueue } from "@/lib/client/runs";

interface Props {
  callId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Hands a call to a queue, to be annotated there. */
export function CallToQueue({ callId, open, onOpenChange }: Props) {
  const queues = useQuery({ ...queuesQuery(), enabled: open });
  const add = useMutation(addCallToQueue);
  const [chosen, setChosen] = useState<string | null>(null);
  const options = (queues.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const save = () => {
    if (!chosen) return;
    add.mutate(
      { queue_id: chosen, source_type: "call_execution", source_id: callId },
      { onSuccess: () => onOpenChange(false) },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to a queue"
      description="The call becomes an item of the queue, to be annotated there."
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

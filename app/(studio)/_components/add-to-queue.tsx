"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { Field } from "@/app/_ui/field";
import { SearchSelect } from "@/app/_ui/search-select";
import { type AddedSources, addItems } from "@/lib/client/annotation";
import { useQueueChoices } from "./choices";
import { tellAnswer } from "./tell-added";

interface Props {
  /** What becomes items, as a sentence begins: "The trace becomes an item". */
  what: string;
  sources: AddedSources;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone?: () => void;
}

/** Hands sources to a queue, to be annotated there. */
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
          tellAnswer(answer);
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        add.reset();
        onOpenChange(shown);
      }}
      title="Add to a queue"
      description={`${what} of the queue, to be annotated there.`}
      footer={
        <>
          <DialogProblem text={add.error?.message} />
          <Button look="primary" busy={add.isPending} disabled={!chosen} onClick={save}>
            Add
          </Button>
        </>
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

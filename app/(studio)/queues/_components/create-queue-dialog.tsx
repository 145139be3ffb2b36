"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { createQueue } from "@/lib/client/annotation";
import { formError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { QueueFields } from "./queue-fields";
import { bodyOf, emptyQueue, queueFieldNames } from "./queue-form";

export function CreateQueueDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const [form, setForm] = useState(emptyQueue);
  const { mutate, isPending, error, reset } = useMutation(createQueue);
  const close = (shown: boolean) => {
    onOpenChange(shown);
    reset();
  };
  const create = () =>
    mutate(bodyOf(form), {
      onSuccess: (queue) => {
        setForm(emptyQueue);
        router.push(links.queue(queue.id));
      },
    });
  const problem = formError(error, queueFieldNames);
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Create a queue"
      description="It starts as a draft: add items, then set it to active."
      size="large"
      footer={
        <>
          <DialogProblem text={problem} />
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button look="primary" type="submit" form="new-queue" busy={isPending}>
            Create queue
          </Button>
        </>
      }
    >
      <form
        id="new-queue"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <QueueFields form={form} onChange={setForm} error={error} />
      </form>
    </Dialog>
  );
}

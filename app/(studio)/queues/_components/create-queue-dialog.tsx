"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createQueue } from "@/lib/client/annotation";
import { formError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { QueueFields } from "./queue-fields";
import { bodyOf, emptyQueue, queueFieldNames } from "./queue-form";

export function CreateQueueDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const [form, setForm] = useState(emptyQueue);
  const { mutate, isPending, error, reset } = useMutation(createQueue);
  const close = () => {
    onOpenChange(false);
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
    <FormDialog
      open={open}
      onClose={close}
      title="Create a queue"
      description="It starts as a draft. Add items, then activate it."
      size="large"
      action="Create queue"
      form={{ submit: create, busy: isPending, problem: problem ?? null }}
    >
      <QueueFields form={form} onChange={setForm} error={error} />
    </FormDialog>
  );
}

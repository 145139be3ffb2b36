"use client";
import { type MutationOptions, useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";

interface Props<Input> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The button's label, such as "Delete task". */
  action: string;
  remove: MutationOptions<unknown, Error, Input>;
  input: Input;
  /** The screen that is shown after the deletion. */
  next: string;
  /** The deleted object, if a message shall name it. */
  name?: string;
  /** The consequences, and what is kept. */
  children: ReactNode;
}

/** Asks before it deletes the object of a screen, and leaves the screen afterwards. */
export function DeleteDialog<Input>(props: Props<Input>) {
  const { open, onClose, title, action, remove, input, next, name, children } = props;
  const router = useRouter();
  const { mutate, isPending } = useMutation(remove);
  const confirm = () =>
    mutate(input, {
      onError: onClose,
      onSuccess: () => {
        if (name) toast.done({ title: `${name} was deleted` });
        router.replace(next);
      },
    });
  return (
    <ConfirmDialog open={open} onClose={onClose} title={title} action={action} busy={isPending} onConfirm={confirm}>
      {children}
    </ConfirmDialog>
  );
}

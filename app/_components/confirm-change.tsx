"use client";
import { type MutationOptions, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";

interface Props<Input, Answer> {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** The button's label, such as "Revoke key". */
  action: string;
  danger?: boolean;
  change: MutationOptions<Answer, Error, Input>;
  input: Input;
  onDone?: (answer: Answer) => void;
  /** The consequences, and what is kept. */
  children: ReactNode;
}

/** Asks before it sends a change, and closes when the change is done or refused. */
export function ConfirmChange<Input, Answer>({ change, input, onDone, ...dialog }: Props<Input, Answer>) {
  const { mutate, isPending } = useMutation(change);
  const confirm = () => mutate(input, { onSuccess: (answer) => onDone?.(answer), onSettled: dialog.onClose });
  return <ConfirmDialog {...dialog} busy={isPending} onConfirm={confirm} />;
}

"use client";
import { type ComponentProps, useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";

interface Props<Input> extends Omit<ComponentProps<typeof DeleteDialog<Input>>, "open" | "onClose" | "action"> {
  /** The kind of the object, such as "run". */
  noun: string;
}

/** A page's menu with one action: to delete its object. */
export function DeleteAction<Input>({ noun, ...dialog }: Props<Input>) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <ActionsMenu
        of={`the ${noun}`}
        groups={[[{ label: `Delete ${noun}…`, danger: true, onSelect: () => setConfirming(true) }]]}
      />
      <DeleteDialog {...dialog} open={isConfirming} onClose={() => setConfirming(false)} action={`Delete ${noun}`} />
    </>
  );
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { formError } from "@/lib/client/call-error";
import { updateEvalGroup } from "@/lib/client/eval-groups";
import type { Group } from "./group";
import { GroupFields } from "./group-fields";

/** Gives a group another name or description. */
export function EditGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [words, setWords] = useState({ name: group.name, description: group.description ?? "" });
  const { mutate, isPending, error } = useMutation(updateEvalGroup);
  const problem = formError(error, ["name", "description"]);
  const save = () =>
    mutate({ id: group.id, name: words.name, description: words.description.trim() || null }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Edit ${group.name}`}
      footer={
        <>
          <DialogProblem text={problem} />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="edit-group" busy={isPending}>
            Save group
          </Button>
        </>
      }
    >
      <form
        id="edit-group"
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) save();
        }}
      >
        <GroupFields words={words} onChange={setWords} error={error} />
      </form>
    </Dialog>
  );
}

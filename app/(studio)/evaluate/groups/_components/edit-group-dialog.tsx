"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/app/_ui/form-dialog";
import { formError } from "@/lib/client/call-error";
import { updateEvalGroup } from "@/lib/client/evaluation/groups";
import type { Group } from "./group";
import { GroupFields } from "./group-fields";

/** Changes a group's name or description. */
export function EditGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [words, setWords] = useState({ name: group.name, description: group.description ?? "" });
  const { mutate, isPending, error } = useMutation(updateEvalGroup);
  const problem = formError(error, ["name", "description"]);
  const save = () =>
    mutate({ id: group.id, name: words.name, description: words.description.trim() || null }, { onSuccess: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${group.name}`}
      action="Save group"
      form={{ submit: save, busy: isPending, problem: problem ?? null }}
    >
      <GroupFields words={words} onChange={setWords} error={error} />
    </FormDialog>
  );
}

"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { updateEvalGroup } from "@/lib/client/evaluation/groups";
import type { Group } from "./group";
import { bodyOf, GroupFields, type GroupForm } from "./group-form";

/** Changes a group's name or description. */
export function EditGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const form = useSaveForm({
    initial: { name: group.name, description: group.description ?? "", templateIds: [] },
    save: withInput(updateEvalGroup, (values: GroupForm) => ({ id: group.id, ...bodyOf(values) })),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={`Edit ${group.name}`} action="Save group" form={form}>
      <GroupFields form={form} />
    </FormDialog>
  );
}

"use client";
import { FormField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { editEvalGroupMembers } from "@/lib/client/evaluation/groups";
import { TemplatePicker } from "../../../_components/template-picker";
import type { Group } from "./group";

interface Props {
  group: Group;
  memberIds: ReadonlySet<string>;
  onClose: () => void;
}

interface MembersForm {
  ids: string[];
}

export function AddMembersDialog({ group, memberIds, onClose }: Props) {
  const initial: MembersForm = { ids: [] };
  const form = useSaveForm({
    initial,
    save: withInput(editEvalGroupMembers, ({ ids }: MembersForm) => ({
      eval_group_id: group.id,
      added_template_ids: ids,
    })),
    onSaved: (_, { ids }) => {
      toast.done({ title: `${quantity(ids.length, "template")} added` });
      onClose();
    },
  });
  const count = form.values.ids.length;
  return (
    <FormDialog
      onClose={onClose}
      title="Add templates"
      description="Datasets that already use the group do not change."
      action={count === 0 ? "Add templates" : `Add ${quantity(count, "template")}`}
      form={form}
      disabled={count === 0}
    >
      <FormField form={form} name="ids" at="added_template_ids" label="Templates">
        {({ value, onChange }) => <TemplatePicker value={value} onChange={onChange} without={memberIds} />}
      </FormField>
    </FormDialog>
  );
}

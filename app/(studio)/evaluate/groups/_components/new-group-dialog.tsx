"use client";
import { useRouter } from "next/navigation";
import { FormField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createEvalGroup } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { TemplatePicker } from "../../../_components/template-picker";
import { bodyOf, GroupFields, type GroupForm } from "./group-form";

interface Props {
  /** Initial values, for example of a copied group. */
  initial?: GroupForm;
  onClose: () => void;
}

export function NewGroupDialog({ initial = { name: "", description: "", templateIds: [] }, onClose }: Props) {
  const router = useRouter();
  const form = useSaveForm({
    initial,
    save: withInput(createEvalGroup, (values: GroupForm) => ({
      ...bodyOf(values),
      eval_template_ids: values.templateIds,
    })),
    onSaved: ({ id }) => router.push(links.evalGroup(id)),
  });
  return (
    <FormDialog onClose={onClose} title="Create a group" action="Create group" form={form}>
      <GroupFields form={form} />
      <FormField form={form} name="templateIds" at="eval_template_ids" label="Templates" hint="1 to 500.">
        {({ value, onChange }) => <TemplatePicker value={value} onChange={onChange} />}
      </FormField>
    </FormDialog>
  );
}

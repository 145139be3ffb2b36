"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { fieldError, formError } from "@/lib/client/call-error";
import { createEvalGroup } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { TemplatePicker } from "../../../_components/template-picker";
import { GroupFields, type GroupWords } from "./group-fields";

interface Props {
  /** Initial values, for example of a copied group. */
  initial?: GroupWords & { templateIds: string[] };
  onClose: () => void;
}

export function NewGroupDialog({ initial = { name: "", description: "", templateIds: [] }, onClose }: Props) {
  const router = useRouter();
  const [words, setWords] = useState<GroupWords>({ name: initial.name, description: initial.description });
  const [templateIds, setTemplateIds] = useState(initial.templateIds);
  const { mutate, isPending, error } = useMutation(createEvalGroup);
  const problem = formError(error, ["name", "description", "eval_template_ids"]);
  const create = () =>
    mutate(
      { name: words.name, description: words.description.trim() || null, eval_template_ids: templateIds },
      { onSuccess: ({ id }) => router.push(links.evalGroup(id)) },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Create a group"
      action="Create group"
      form={{ submit: create, busy: isPending, problem: problem ?? null }}
    >
      <GroupFields words={words} onChange={setWords} error={error} />
      <Field label="Templates" error={fieldError(error, "eval_template_ids")} hint="1 to 500.">
        <TemplatePicker value={templateIds} onChange={setTemplateIds} />
      </Field>
    </FormDialog>
  );
}

"use client";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { type Save, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { createEvalTemplate, updateEvalTemplate } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";
import {
  emptyTemplate,
  formOfTemplate,
  settingsOf,
  type Template,
  type TemplateForm,
  type TemplateKind,
} from "./template-form";

const drafts = draftsOf<TemplateForm>();

/** Create the template, keep it as a draft, or try it in the playground. */
type Intent = "publish" | "keep" | "try";

/** The form of a template, and the three ways to save it. */
export function useTemplateEditor(kind: TemplateKind, template: Template | undefined) {
  const router = useRouter();
  const intent = useRef<Intent>("publish");
  const isDraft = template === undefined || template.is_draft;
  const bodyOf = (values: TemplateForm) => ({
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    is_draft: intent.current === "keep" || (intent.current === "try" && isDraft),
    ...settingsOf(values),
  });
  const save: Save<TemplateForm, { id: string }> = template
    ? withInput(updateEvalTemplate, (values: TemplateForm) => ({
        id: template.id,
        message: values.why,
        ...bodyOf(values),
      }))
    : withInput(createEvalTemplate, (values: TemplateForm) => ({
        eval_type: kind === "code" ? ("code" as const) : ("llm" as const),
        ...bodyOf(values),
      }));
  const form = useDraftedForm({
    drafts,
    path: template ? links.editEvalTemplate(template.id) : links.newEvalTemplate(kind),
    initial: () => (template ? formOfTemplate(template) : emptyTemplate(kind)),
    save,
    onSaved: ({ id }) => {
      form.forget();
      if (intent.current === "publish") router.push(links.evalTemplate(id));
      else if (intent.current === "try") router.push(links.playground({ template: id }));
      else {
        toast.done({ title: "Draft saved" });
        if (!template) router.replace(links.editEvalTemplate(id));
      }
    },
  });
  const submitAs = (next: Intent) => () => {
    if (form.busy) return;
    intent.current = next;
    form.submit();
  };
  return { form, isDraft, publish: submitAs("publish"), keep: submitAs("keep"), tryIt: submitAs("try") };
}

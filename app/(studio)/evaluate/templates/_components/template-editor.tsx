"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/app/_components/form-problem";
import { draftsOf } from "@/app/_form/draft-store";
import { LeaveForm } from "@/app/_form/leave-form";
import { useDrafted } from "@/app/_form/use-drafted";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Textarea } from "@/app/_ui/control/textarea";
import { Status } from "@/app/_ui/feedback/status";
import { toast } from "@/app/_ui/feedback/toast";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { fieldError } from "@/lib/client/call-error";
import { createEvalTemplate, updateEvalTemplate } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";
import { CodeFields } from "./code-fields";
import { CompositeFields } from "./composite-fields";
import { JudgedFields } from "./judged-fields";
import {
  emptyTemplate,
  formOfTemplate,
  settingsOf,
  type Template,
  type TemplateForm,
  type TemplateKind,
} from "./template-form";

interface Props {
  kind: TemplateKind;
  /** The template to edit; undefined to create one. */
  template?: Template;
}

const drafts = draftsOf<TemplateForm>();

/** Errors shown by the form's own fields. */
const FIELDS =
  /^(?:name|description|instructions|code|required_keys|choice_scores|children|model|pass_threshold)(?:\.|$)/;

/** The editor of own templates. Saving creates a new version; nobody else can use a draft. */
export function TemplateEditor({ kind, template }: Props) {
  const router = useRouter();
  const begun = () => (template ? formOfTemplate(template) : emptyTemplate(kind));
  const address = template ? links.editEvalTemplate(template.id) : links.newEvalTemplate(kind);
  const { form, change, isChanged, forget } = useDrafted(drafts, address, begun);
  const [why, setWhy] = useState("");
  const create = useMutation(createEvalTemplate);
  const update = useMutation(updateEvalTemplate);
  const isPending = create.isPending || update.isPending;
  const error = template ? update.error : create.error;
  const isDraft = template === undefined || template.is_draft;

  const save = (asDraft: boolean, onSaved: (id: string) => void) => {
    if (isPending) return;
    const name = form.name.trim();
    const body = settingsOf(form);
    const onSuccess = ({ id }: { id: string }) => {
      forget();
      onSaved(id);
    };
    const options = { onSuccess };
    if (template)
      update.mutate({ id: template.id, ...(name ? { name } : {}), is_draft: asDraft, message: why, ...body }, options);
    else
      create.mutate(
        { ...(name ? { name } : {}), eval_type: kind === "code" ? "code" : "llm", is_draft: asDraft, ...body },
        options,
      );
  };
  const publish = () => save(false, (id) => router.push(links.evalTemplate(id)));
  const keep = () =>
    save(true, (id) => {
      toast.done({ title: "Draft saved" });
      if (!template) router.replace(links.editEvalTemplate(id));
    });
  const tryIt = () => save(isDraft, (id) => router.push(links.playground({ template: id })));
  useShortcuts("Page", [{ keys: "mod+s", description: "Save, also while typing", run: publish, whileTyping: true }]);

  const fields = { form, onChange: change, error };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        publish();
      }}
    >
      <div className="grid max-w-3xl gap-4">
        <Field
          label="Name"
          error={fieldError(error, "name")}
          hint="Lower-case letters, digits, - and _. The API and the SDK use this name."
        >
          <Input
            spellCheck={false}
            autoCapitalize="none"
            maxLength={255}
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Description" optional error={fieldError(error, "description")}>
          <Textarea
            className="min-h-9! pointer-coarse:min-h-11!"
            maxLength={10_000}
            value={form.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Field label="Tags" optional hint="Separated by commas." error={fieldError(error, "tags")}>
          <Input value={form.tags} onChange={(event) => change({ tags: event.target.value })} />
        </Field>
      </div>
      {kind === "composite" ? (
        <CompositeFields {...fields} ownId={template?.id} />
      ) : kind === "code" ? (
        <CodeFields {...fields} />
      ) : (
        <JudgedFields {...fields} />
      )}
      <div className="grid max-w-3xl gap-4">
        {template && !template.is_draft ? (
          <Field label="Why" optional hint="Shown in the list of versions.">
            <Input maxLength={1000} value={why} onChange={(event) => setWhy(event.target.value)} />
          </Field>
        ) : null}
        <FormProblem error={error} fields={FIELDS} />
        {isChanged ? (
          <Status tone="warn" shape="half">
            Unsaved changes
          </Status>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" keys="mod+s" busy={isPending}>
            {isDraft ? "Create template" : "Save template"}
          </Button>
          {isDraft ? (
            <Button busy={isPending} onClick={keep}>
              Save draft
            </Button>
          ) : null}
          <Button busy={isPending} onClick={tryIt}>
            {isDraft ? "Save draft and try it" : "Save and try it"}
          </Button>
          <LeaveForm
            href={template ? links.evalTemplate(template.id) : links.evalTemplates()}
            isChanged={isChanged}
            forget={forget}
          />
        </div>
      </div>
    </form>
  );
}

"use client";
import { TextareaField, TextField } from "@/app/_form/fields";
import { FormElement } from "@/app/_form/form-element";
import { FormProblem } from "@/app/_form/form-problem";
import { LeaveForm } from "@/app/_form/leave-form";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { links } from "@/lib/client/links";
import { CodeFields } from "./code-fields";
import { CompositeFields } from "./composite-fields";
import type { FieldProps } from "./field-props";
import { JudgedFields } from "./judged-fields";
import type { Template, TemplateKind } from "./template-form";
import { useTemplateEditor } from "./use-template-editor";

interface Props {
  kind: TemplateKind;
  /** The template to edit; undefined to create one. */
  template?: Template;
}

/** The editor of own templates. Saving creates a new version; nobody else can use a draft. */
export function TemplateEditor({ kind, template }: Props) {
  const editor = useTemplateEditor(kind, template);
  const { form, publish } = editor;
  useShortcuts("Page", [{ keys: "mod+s", description: "Save, also while typing", run: publish, whileTyping: true }]);
  return (
    <FormElement form={{ submit: publish }} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <NameFields form={form} />
      {kind === "composite" ? (
        <CompositeFields form={form} ownId={template?.id} />
      ) : kind === "code" ? (
        <CodeFields form={form} />
      ) : (
        <JudgedFields form={form} />
      )}
      <div className="grid max-w-3xl gap-4">
        {template && !template.is_draft ? (
          <TextField
            form={form}
            name="why"
            at="message"
            label="Why"
            optional
            hint="Shown in the list of versions."
            maxLength={1000}
          />
        ) : null}
        <FormProblem form={form} />
        {form.isChanged ? (
          <Status tone="warn" shape="half">
            Unsaved changes
          </Status>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <SaveButtons editor={editor} />
          <LeaveForm
            href={template ? links.evalTemplate(template.id) : links.evalTemplates()}
            isChanged={form.isChanged}
            forget={form.forget}
          />
        </div>
      </div>
    </FormElement>
  );
}

const NameFields = ({ form }: FieldProps) => (
  <div className="grid max-w-3xl gap-4">
    <TextField
      form={form}
      name="name"
      label="Name"
      hint="Lower-case letters, digits, - and _. The API and the SDK use this name."
      spellCheck={false}
      autoCapitalize="none"
      maxLength={255}
    />
    <TextareaField
      form={form}
      name="description"
      label="Description"
      optional
      className="min-h-9! pointer-coarse:min-h-11!"
      maxLength={10_000}
    />
    <TextField form={form} name="tags" label="Tags" optional hint="Separated by commas." />
  </div>
);

const SaveButtons = ({ editor }: { editor: ReturnType<typeof useTemplateEditor> }) => {
  const { form, isDraft, keep, tryIt } = editor;
  return (
    <>
      <Button look="primary" type="submit" keys="mod+s" busy={form.busy}>
        {isDraft ? "Create template" : "Save template"}
      </Button>
      {isDraft ? (
        <Button busy={form.busy} onClick={keep}>
          Save draft
        </Button>
      ) : null}
      <Button busy={form.busy} onClick={tryIt}>
        {isDraft ? "Save draft and try it" : "Save and try it"}
      </Button>
    </>
  );
};

"use client";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { draftsOf } from "@/app/_form/draft-store";
import { FormElement } from "@/app/_form/form-element";
import { useSaveKey } from "@/app/_form/page-form";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { savePromptVersion } from "@/lib/client/prompts";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { MessageList } from "./message-list";
import { contentOf, jsonFlaw, type PromptValues, valuesOf } from "./prompt-form";
import { SaveDialog } from "./save-dialog";
import { SettingFields } from "./setting-fields";
import { VariableFields } from "./variable-fields";

export interface EditorValues extends PromptValues {
  message: string;
}

const drafts = draftsOf<EditorValues>();

/** Edits a version; saving makes a new one. What is not saved is kept while the window is open. */
export function PromptEditor({ version, mayWrite }: { version: PromptVersion; mayWrite: boolean }) {
  const { set } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const form = useDraftedForm({
    drafts,
    path: usePathname(),
    owner: version.version_id,
    initial: (): EditorValues => ({ ...valuesOf(version.content), message: "" }),
    save: withInput(savePromptVersion, ({ message, ...values }: EditorValues) => ({
      prompt_id: version.id,
      content: contentOf(values, version.content),
      message,
    })),
    onSaved: ({ version: saved }) => {
      form.forget();
      setSaving(false);
      toast.done({ title: `Saved as ${saved}`, description: "No label points to it yet." });
      set({ version: saved, compare: null });
    },
    onRefused: () => setSaving(false),
  });
  const { values } = form;
  const isInvalid = jsonFlaw(values.tools, "list") !== null || jsonFlaw(values.output_schema, "object") !== null;
  const maySave = mayWrite && form.isChanged && !isInvalid;
  const begin = () => maySave && setSaving(true);
  useSaveKey(begin, "Save as a new version");
  const discard = () => {
    form.reset({ ...valuesOf(version.content), message: "" });
    form.forget();
  };
  return (
    <>
      <FormElement
        form={{ submit: begin }}
        disabled={!maySave}
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
      >
        <MessageList form={form} />
        <VariableFields form={form} />
        <SettingFields form={form} />
        {mayWrite ? (
          <div className="grid gap-2">
            {form.problem ? (
              <p role="alert" className="text-bad">
                {form.problem}
              </p>
            ) : null}
            <div className="flex flex-wrap items-center gap-2">
              <Button look="primary" keys="mod+s" disabled={!maySave} onClick={begin}>
                Save as a new version
              </Button>
              {form.isChanged ? (
                <Button look="ghost" onClick={discard}>
                  Discard changes
                </Button>
              ) : (
                <span className="text-soft">{version.version} never changes. Edit it to make a new version.</span>
              )}
            </div>
          </div>
        ) : null}
      </FormElement>
      {isSaving ? <SaveDialog form={form} before={version} onClose={() => setSaving(false)} /> : null}
    </>
  );
}

"use client";
import { useState } from "react";
import { FormElement } from "@/app/_form/form-element";
import { FormProblem } from "@/app/_form/form-problem";
import { useSaveKey } from "@/app/_form/page-form";
import { Button } from "@/app/_ui/button/button";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { MessageList } from "./message-list";
import { jsonFlaw } from "./prompt-form";
import { SaveDialog } from "./save-dialog";
import { SettingFields } from "./setting-fields";
import { useVersionForm } from "./use-version-form";
import { VariableFields } from "./variable-fields";

/** Edits a version; saving makes a new one. */
export function PromptEditor({ version, mayWrite }: { version: PromptVersion; mayWrite: boolean }) {
  const [isSaving, setSaving] = useState(false);
  const form = useVersionForm(version, () => setSaving(false));
  const { tools, output_schema } = form.values;
  const isInvalid = jsonFlaw(tools, "list") !== null || jsonFlaw(output_schema, "object") !== null;
  const maySave = mayWrite && form.isChanged && !isInvalid;
  const begin = () => maySave && setSaving(true);
  useSaveKey(begin, "Save as a new version");
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
            <FormProblem form={form} />
            <div className="flex flex-wrap items-center gap-2">
              <Button look="primary" keys="mod+s" disabled={!maySave} onClick={begin}>
                Save as a new version
              </Button>
              {form.isChanged ? (
                <Button look="ghost" onClick={form.discard}>
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

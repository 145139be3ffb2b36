"use client";
import { Difference } from "@/app/_components/difference/difference";
import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { textsOf } from "../version-texts";
import { contentOf, type EditorValues } from "./prompt-form";

interface Props {
  form: SaveForm<EditorValues>;
  /** The version that was edited. */
  before: PromptVersion;
  onClose: () => void;
}

/** Asks why the version was made, and shows what differs. */
export function SaveDialog({ form, before, onClose }: Props) {
  const [was, is] = [textsOf(before.content), textsOf(contentOf(form.values, before.content))];
  const changed = Object.entries(is).filter(([name, text]) => was[name] !== text);
  return (
    <FormDialog title="Save as a new version" size="large" action="Save version" form={form} onClose={onClose}>
      <TextField
        form={form}
        name="message"
        label="What changed"
        optional
        hint="The list of versions shows it."
        autoComplete="off"
      />
      {changed.map(([name, text]) => (
        <Difference key={name} name={name} before={was[name] ?? ""} after={text} />
      ))}
    </FormDialog>
  );
}

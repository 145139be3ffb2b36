"use client";
import { SelectField, TextareaField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { setMasking } from "@/lib/client/projects";
import {
  blankRule,
  draftOf,
  type MaskingDraft,
  type MaskingType,
  ruleOf,
  type ShownRule,
  sentRule,
} from "./masking-draft";
import { treatmentWords, typeWords } from "./words";

interface Props {
  projectId: string;
  rules: readonly ShownRule[];
  /** The index of the rule to edit; that after the last for a new one. */
  index: number;
  onClose: () => void;
}

const hints: Record<MaskingType, string> = {
  "pii-detection": "Such as email, credit_card or phone, one per line. Every kind if empty.",
  "secret-detection": "Such as openai_key or jwt, one per line. Every type if empty.",
  "keyword-blocklist": "Words or phrases, one per line. Case does not matter.",
  patterns: "Regular expressions in RE2’s syntax, one per line.",
};

const options = <V extends string>(words: Record<V, string>) =>
  // Safe: the entries of that object.
  (Object.entries(words) as [V, string][]).map(([value, label]) => ({ value, label }));

/** Adds a rule at the end, or changes one. */
export function MaskingRuleDialog({ projectId, rules, index, onClose }: Props) {
  const edited = rules[index];
  const form = useSaveForm({
    initial: edited ? draftOf(edited) : blankRule,
    save: withInput(setMasking, (draft: MaskingDraft) => {
      const sent = rules.map((rule, at) => (at === index ? ruleOf(draft) : sentRule(rule)));
      return { project_id: projectId, rules: edited ? sent : [...sent, ruleOf(draft)] };
    }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={edited ? `Edit ${edited.name}` : "Add a masking rule"}
      description="It applies to spans that arrive from now on."
      size="small"
      action={edited ? "Save rule" : "Add rule"}
      form={form}
    >
      <SelectField form={form} name="type" at={`rules.${index}.type`} label="Detector" options={options(typeWords)} />
      <TextareaField
        form={form}
        name="lines"
        at={`rules.${index}.config`}
        label="Looks for"
        hint={hints[form.values.type]}
        rows={4}
      />
      <SelectField
        form={form}
        name="treatment"
        at={`rules.${index}.treatment`}
        label="Writes"
        options={options(treatmentWords)}
      />
      <TextField form={form} name="name" at={`rules.${index}.name`} label="Name" optional maxLength={100} />
    </FormDialog>
  );
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { moveLabel, promptLabelsQuery } from "@/lib/client/prompts";
import type { ListedVersion } from "@/lib/contracts/prompts/shapes";
import { ReleaseNotice } from "./release-notice";

interface Props {
  promptId: string;
  /** Where the label shall point. */
  version: ListedVersion;
  versions: readonly ListedVersion[];
  onClose: () => void;
}

interface Values {
  label: string;
  message: string;
}

const lower = (text: string): string => text.trim().toLowerCase();

function useLabelForm({ promptId, version, versions, onClose }: Props) {
  const at = (label: string) =>
    versions.find((one) => one.labels.some(({ name }) => lower(name) === lower(label)))?.version ?? null;
  const form = useSaveForm({
    initial: { label: "production", message: "" },
    save: withInput(moveLabel, ({ label, message }: Values) => ({
      prompt_id: promptId,
      label,
      message,
      version: version.version,
      expected_version: at(label),
    })),
    onSaved: ({ label, version: to, former_version: from }) => {
      const description = from === null ? "It pointed nowhere before." : `It pointed to ${from} before.`;
      toast.done({ title: `${label.name} points to ${to}`, description });
      onClose();
    },
  });
  return { form, now: at(form.values.label) };
}

/** Where the label points now, beside where it shall point. */
function hintOf(now: string | null, next: string): string {
  if (now === null) return "It points to no version of this prompt.";
  return now === next ? `It points to ${now} already.` : `It points to ${now} now.`;
}

/** Moves a label to a version, unless somebody else has moved it since. */
export function LabelDialog(props: Props) {
  const { version, onClose } = props;
  const labels = useQuery(promptLabelsQuery()).data?.results ?? [];
  const { form, now } = useLabelForm(props);
  return (
    <FormDialog
      title={`Move a label to ${version.version}`}
      description="Applications that call the prompt by the label get this version within seconds."
      size="small"
      action="Move label"
      form={form}
      onClose={onClose}
      disabled={now === version.version}
    >
      <FormField form={form} name="label" at="name" label="Label" hint={hintOf(now, version.version)}>
        {({ value, onChange }) => (
          <SuggestInput
            value={value}
            onChange={onChange}
            suggestions={labels.map(({ name }) => name)}
            placeholder="production"
          />
        )}
      </FormField>
      <ReleaseNotice promptId={props.promptId} label={form.values.label} now={now} version={version.version} />
      <TextField form={form} name="message" label="Why" optional autoComplete="off" />
    </FormDialog>
  );
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useRole } from "@/app/_components/use-role";
import { FormField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { moveLabel, promptLabelsQuery } from "@/lib/client/prompts";
import { promptMoveQuery } from "@/lib/client/prompts/releases";
import type { ListedVersion, PromptLabel } from "@/lib/contracts/prompts/shapes";
import { MoveNotice } from "./release/move-notice";
import { isUnderWay, REFRESH_MS } from "./release/under-way";

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
  /** Why an Owner moves it against its gate. */
  overrule: string;
}

const lower = (text: string): string => text.trim().toLowerCase();

function useLabelForm({ promptId, version, versions, onClose }: Props) {
  const at = (label: string) =>
    versions.find((one) => one.labels.some(({ name }) => lower(name) === lower(label)))?.version ?? null;
  const form = useSaveForm({
    initial: { label: "production", message: "", overrule: "" },
    save: withInput(moveLabel, ({ label, message, overrule }: Values) => ({
      prompt_id: promptId,
      label,
      message,
      version: version.version,
      expected_version: at(label),
      ...(overrule.trim() ? { overrule } : {}),
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

/** What the move takes, while a comparison runs again and again. */
function useMove({ promptId, version: { version } }: Props, label: string, labels: readonly PromptLabel[]) {
  const id = labels.find(({ name }) => lower(name) === lower(label))?.id;
  return useQuery({
    ...promptMoveQuery(promptId, id ?? "", version),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.release && isUnderWay(state.data.release) ? REFRESH_MS : false),
  });
}

/** Moves a label to a version, unless somebody else has moved it since. */
export function LabelDialog(props: Props) {
  const { version, onClose } = props;
  const labels = useQuery(promptLabelsQuery()).data?.results ?? [];
  const { form, now } = useLabelForm(props);
  const { label, overrule } = form.values;
  const move = useMove(props, label, labels);
  const isOwner = useRole() === "Owner";
  const isBlocked = move.data?.needs_evidence === true && move.data.release?.verdict !== "passed";
  const overrules = isBlocked && isOwner && overrule.trim() !== "";
  return (
    <FormDialog
      title={`Move a label to ${version.version}`}
      description="Applications that call the prompt by the label get this version within seconds."
      size={move.data?.gate ? "medium" : "small"}
      action={overrules ? "Override and move" : "Move label"}
      form={form}
      onClose={onClose}
      disabled={now === version.version || (isBlocked && !overrules)}
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
      <MoveNotice promptId={props.promptId} version={version.version} found={move} />
      {isBlocked && isOwner ? (
        <TextField
          form={form}
          name="overrule"
          label="Reason to override the gate"
          hint="Only Owners can do this. The reason stays in the history."
          optional
          autoComplete="off"
        />
      ) : null}
      <TextField form={form} name="message" label="Why" optional autoComplete="off" />
    </FormDialog>
  );
}

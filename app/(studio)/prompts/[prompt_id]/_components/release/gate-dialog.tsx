"use client";
import { useQuery } from "@tanstack/react-query";
import { SelectField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { promptLabelsQuery } from "@/lib/client/prompts";
import type { PromptGate } from "@/lib/contracts/prompts/releases";
import { GateRequirement } from "./gate-requirement";
import { GateRows } from "./gate-rows";
import { type GateForm, isComplete, useGateForm } from "./use-gate-form";

interface Props {
  promptId: string;
  /** Null for a new one. */
  gate: PromptGate | null;
  /** Labels that have a gate. */
  taken: readonly string[];
  onClose: () => void;
}

/** Sets what it takes to move a label. Opens once it knows the labels, whose first one it begins with. */
export function GateDialog({ taken, ...props }: Props) {
  const { data, isPending } = useQuery(promptLabelsQuery());
  if (isPending) return null;
  return <Gate {...props} labels={(data?.results ?? []).filter(({ id }) => !taken.includes(id))} />;
}

type GateProps = Omit<Props, "taken"> & { labels: readonly { id: string; name: string }[] };

function Gate({ promptId, gate, labels, onClose }: GateProps) {
  const form = useGateForm({ promptId, gate, label: labels[0]?.id ?? "", onSaved: onClose });
  return (
    <FormDialog
      title={gate ? `Edit the gate of ${gate.label.name}` : "Set a gate"}
      description="Before the label moves, its version and the next one answer these rows. It moves if the next one is not worse."
      size="large"
      action={gate ? "Save gate" : "Set gate"}
      form={form}
      disabled={!isComplete(form.values)}
      onClose={onClose}
    >
      {gate ? null : <LabelChoice form={form} labels={labels} />}
      <GateRows form={form} />
      <GateRequirement form={form} />
    </FormDialog>
  );
}

const LabelChoice = ({
  form,
  labels,
}: {
  form: SaveForm<GateForm>;
  labels: readonly { id: string; name: string }[];
}) => (
  <SelectField
    form={form}
    name="label"
    at="label_id"
    label="Label"
    options={labels.map(({ id, name }) => ({ value: id, label: name }))}
  />
);

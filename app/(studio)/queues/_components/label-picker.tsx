"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { FormField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Picker, type PickerOption } from "@/app/_ui/control/picker";
import { labelChoicesQuery } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import { LabelType, labelTypeWords } from "../../_components/label-type";
import { CreateLabelDialog } from "../../labels/_components/label-dialog";
import type { QueueForm } from "./queue-form";

const optionOf = ({ id, name, type }: Label): PickerOption => {
  const { word, Icon } = labelTypeWords[type];
  return { value: id, label: name, hint: word, icon: <Icon aria-hidden="true" className="size-3.5 text-faint" /> };
};

/** Picks labels by name, or creates them in the same form. Text labels start as optional, all others as required. */
export function LabelPicker({ form }: { form: SaveForm<QueueForm> }) {
  const { labelIds, requiredLabelIds } = form.values;
  const labels = useQuery(labelChoicesQuery());
  const [creating, setCreating] = useState(false);
  const known = labels.data?.results ?? [];
  const choose = (next: string[], made: readonly Label[] = []) => {
    const asks = [...known, ...made].filter((label) => label.type !== "text").map((label) => label.id);
    const added = next.filter((id) => !labelIds.includes(id) && asks.includes(id));
    form.set({ labelIds: next, requiredLabelIds: [...requiredLabelIds.filter((id) => next.includes(id)), ...added] });
  };
  return (
    <div className="grid gap-2">
      <FormField
        form={form}
        name="labelIds"
        at="label_ids"
        label="Labels"
        hint="The questions, in the order annotators see them."
      >
        {({ value }) => (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Picker
                options={known.map(optionOf)}
                value={value}
                onChange={(next) => choose(next)}
                placeholder="Choose labels"
                loading={labels.isPending}
                empty="No label matches"
              />
            </div>
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
              New label
            </Button>
          </div>
        )}
      </FormField>
      <SelectedLabels labels={labelIds.flatMap((id) => known.find((label) => label.id === id) ?? [])} form={form} />
      {creating ? (
        <CreateLabelDialog
          onClose={() => setCreating(false)}
          onSaved={(label) => choose([...labelIds, label.id], [label])}
        />
      ) : null}
    </div>
  );
}

/** The chosen labels, each with whether it must be answered. */
function SelectedLabels({ labels, form }: { labels: readonly Label[]; form: SaveForm<QueueForm> }) {
  const required = form.values.requiredLabelIds;
  const setRequired = (id: string, isRequired: boolean) =>
    form.set({ requiredLabelIds: isRequired ? [...required, id] : required.filter((each) => each !== id) });
  return (
    <ul aria-label="Selected labels" className="empty:hidden">
      {labels.map(({ id, name, type }) => (
        <li key={id} className="flex min-h-8 items-center gap-4 border-b border-line last:border-0">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="w-28 text-soft max-sm:hidden">
            <LabelType type={type} />
          </span>
          <Checkbox
            label="Required"
            describes={name}
            checked={required.includes(id)}
            onChange={(checked) => setRequired(id, checked)}
          />
        </li>
      ))}
    </ul>
  );
}

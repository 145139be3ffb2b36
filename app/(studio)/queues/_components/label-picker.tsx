"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { Picker } from "@/app/_ui/control/picker";
import { labelChoicesQuery } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import { LabelType, labelTypeWords } from "../../_components/label-type";
import { CreateLabelDialog } from "../../labels/_components/label-dialog";

interface Props {
  value: string[];
  /** The labels that must be answered. */
  required: string[];
  onChange: (value: string[], required: string[]) => void;
  error?: string | undefined;
}

/** Picks labels by name, or creates them in the same form. Text labels start as optional, all others as required. */
export function LabelPicker({ value, required, onChange, error }: Props) {
  const labels = useQuery(labelChoicesQuery());
  const [creating, setCreating] = useState(false);
  const known = labels.data?.results ?? [];
  const options = known.map((label) => {
    const { word, Icon } = labelTypeWords[label.type];
    return {
      value: label.id,
      label: label.name,
      hint: word,
      icon: <Icon aria-hidden="true" className="size-3.5 text-faint" />,
    };
  });
  const choose = (next: string[], made: readonly Label[] = []) => {
    const asks = [...known, ...made].filter((label) => label.type !== "text").map((label) => label.id);
    const added = next.filter((id) => !value.includes(id) && asks.includes(id));
    onChange(next, [...required.filter((id) => next.includes(id)), ...added]);
  };
  const setRequired = (id: string, isRequired: boolean) =>
    onChange(value, isRequired ? [...required, id] : required.filter((each) => each !== id));
  return (
    <div className="grid gap-2">
      <Field label="Labels" hint="The questions, in the order annotators see them." error={error}>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Picker
              options={options}
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
      </Field>
      <ul aria-label="Selected labels" className="empty:hidden">
        {value.flatMap((id) => {
          const label = known.find((each) => each.id === id);
          if (!label) return [];
          return (
            <li key={id} className="flex min-h-8 items-center gap-4 border-b border-line last:border-0">
              <span className="min-w-0 flex-1 truncate">{label.name}</span>
              <span className="w-28 text-soft max-sm:hidden">
                <LabelType type={label.type} />
              </span>
              <Checkbox
                label="Required"
                describes={label.name}
                checked={required.includes(id)}
                onChange={(checked) => setRequired(id, checked)}
              />
            </li>
          );
        })}
      </ul>
      {creating ? (
        <CreateLabelDialog
          onClose={() => setCreating(false)}
          onSaved={(label) => choose([...value, label.id], [label])}
        />
      ) : null}
    </div>
  );
}

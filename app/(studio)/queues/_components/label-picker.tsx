"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Picker } from "@/app/_ui/picker";
import { labelChoicesQuery } from "@/lib/client/annotation";
import { labelTypeWords } from "../../_components/label-type";
import { LabelDialog } from "../../labels/_components/label-dialog";

interface Props {
  value: string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Chooses labels by name, and makes new ones without leaving the form. */
export function LabelPicker({ value, onChange, error }: Props) {
  const labels = useQuery(labelChoicesQuery());
  const [creating, setCreating] = useState(false);
  const options = (labels.data?.results ?? []).map((label) => {
    const { word, Icon } = labelTypeWords[label.type];
    return {
      value: label.id,
      label: label.name,
      hint: word,
      icon: <Icon aria-hidden="true" className="size-3.5 text-faint" />,
    };
  });
  return (
    <Field label="Labels" hint="The questions, in the order in which they are asked." error={error}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Picker
            options={options}
            value={value}
            onChange={onChange}
            placeholder="Choose labels"
            loading={labels.isPending}
            empty="No label has this name."
          />
        </div>
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
          New label
        </Button>
      </div>
      <LabelDialog open={creating} onOpenChange={setCreating} onSaved={(label) => onChange([...value, label.id])} />
    </Field>
  );
}

"use client";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Switch } from "@/app/_ui/control/switch";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { ExportChoice } from "./export-choice";

interface Props {
  queue: Queue;
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

const statuses = [
  { value: "all", label: "All" },
  { value: "completed", label: "Completed" },
  { value: "in_progress", label: "In progress" },
  { value: "pending", label: "Pending" },
  { value: "skipped", label: "Skipped" },
] as const;

/** Which items and annotations the files have. */
export function ExportFilters({ queue, choice, onChange }: Props) {
  const set = (part: Partial<ExportChoice>) => onChange({ ...choice, ...part });
  return (
    <section aria-labelledby="what" className="grid gap-3">
      <div>
        <h2 id="what" className="text-base font-medium">
          What to export
        </h2>
        <p className="text-soft">
          Label, annotator and dates select annotations. Items without a selected annotation are left out.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Items">
          <Select value={choice.status} options={statuses} onChange={(status) => set({ status })} />
        </Field>
        <Field label="Label">
          <Select
            value={choice.labelId}
            options={[
              { value: "", label: "All labels" },
              ...queue.labels.map(({ label_id, name }) => ({ value: label_id, label: name })),
            ]}
            onChange={(labelId) => set({ labelId })}
          />
        </Field>
        <Field label="Annotator">
          <Select
            value={choice.annotatorId}
            options={[
              { value: "", label: "Everyone" },
              ...queue.annotators.map(({ user_id, name }) => ({ value: user_id, label: name })),
            ]}
            onChange={(annotatorId) => set({ annotatorId })}
          />
        </Field>
        <Field label="Changed from">
          <Input type="date" value={choice.from} onChange={(event) => set({ from: event.target.value })} />
        </Field>
        <Field label="Changed until">
          <Input type="date" value={choice.to} onChange={(event) => set({ to: event.target.value })} />
        </Field>
      </div>
      {queue.requires_review ? (
        <Switch label="Only approved items" checked={choice.approved} onChange={(approved) => set({ approved })} />
      ) : null}
    </section>
  );
}

"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { Select } from "@/app/_ui/control/select";
import { SearchInput } from "@/app/_ui/list/search-input";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { type ItemFilters, labelChoicesQuery } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { MomentFilter } from "../../../../_components/moment-filter";
import { noFilters } from "./item-query";
import { valueChoices } from "./value-choices";

interface Props {
  queue: Queue;
  filters: ItemFilters;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Changes the address; null removes a filter. */
  onChange: (changes: Record<string, string | null>) => void;
}

const ANY = "any";
const UNANSWERED = "unanswered";

/** The filters by answers, people and time. Each change takes effect at once. */
export function FilterDialog({ queue, filters, open, onOpenChange, onChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="More filters"
      description="All filters together decide what is listed. A link to this page keeps them."
      footer={
        <>
          <Button onClick={() => onChange(noFilters)}>Clear all filters</Button>
          <Button look="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Group title="Answers">
          <Answers queue={queue} filters={filters} onChange={onChange} />
        </Group>
        <Group title="Annotators">
          <People queue={queue} filters={filters} onChange={onChange} />
        </Group>
        <Group title="Added from, and before">
          <MomentFilter name="added_since" label="Added at or after" />
          <MomentFilter name="added_until" label="Added before" />
        </Group>
        <Group title="Completed from, and before">
          <MomentFilter name="completed_since" label="Completed at or after" />
          <MomentFilter name="completed_until" label="Completed before" />
        </Group>
      </div>
    </Dialog>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-2 font-medium">{title}</legend>
    <div className="grid gap-3 sm:grid-cols-2">{children}</div>
  </fieldset>
);

type PartProps = Pick<Props, "queue" | "filters" | "onChange">;

const noAnswers = { value: null, min: null, max: null, answered: null, first: null, second: null };

function Answers({ queue, filters, onChange }: PartProps) {
  const label = queue.labels.find(({ label_id }) => label_id === filters.label_id);
  return (
    <>
      <Field label="Label">
        <Select
          value={filters.label_id ?? ANY}
          options={[
            { value: ANY, label: "Any label" },
            ...queue.labels.map(({ label_id, name }) => ({ value: label_id, label: name })),
          ]}
          onChange={(chosen) => onChange({ ...noAnswers, label: chosen === ANY ? null : chosen })}
        />
      </Field>
      {label ? <Value key={label.label_id} label={label} filters={filters} onChange={onChange} /> : null}
      <Field label="Annotators disagree about">
        <Select
          value={filters.disagreement_label ?? ANY}
          options={[
            { value: ANY, label: "Anything or nothing" },
            ...queue.labels.map(({ label_id, name }) => ({ value: label_id, label: name })),
          ]}
          onChange={(chosen) => onChange({ disagreement: chosen === ANY ? null : chosen })}
        />
      </Field>
    </>
  );
}

interface ValueProps extends Pick<Props, "filters" | "onChange"> {
  label: Queue["labels"][number];
}

function Value({ label, filters, onChange }: ValueProps) {
  const { data } = useQuery(labelChoicesQuery());
  const settings = data?.results.find(({ id }) => id === label.label_id)?.settings ?? {};
  const choices = valueChoices({ type: label.type, settings });
  const chosen = filters.answered === undefined ? (filters.value ?? ANY) : filters.answered ? ANY : UNANSWERED;
  const state = [
    { value: ANY, label: "Any answer or none" },
    { value: UNANSWERED, label: "No answer" },
  ];
  const choose = (value: string) =>
    onChange({
      ...noAnswers,
      ...(value === ANY ? {} : value === UNANSWERED ? { answered: "false" } : { value }),
    });
  return (
    <>
      <Field label="Answer">
        <Select value={chosen} options={[...state, ...(choices ?? [])]} onChange={choose} />
      </Field>
      {label.type === "numeric" ? (
        <>
          <Bound label="Least" value={filters.min_value} onChange={(min) => onChange({ min, answered: null })} />
          <Bound label="Greatest" value={filters.max_value} onChange={(max) => onChange({ max, answered: null })} />
        </>
      ) : null}
      {label.type === "text" ? (
        <SearchInput
          label="Answer contains"
          shortcut={false}
          value={filters.value ?? ""}
          onChange={(value) => onChange({ value: value || null, answered: null })}
        />
      ) : null}
    </>
  );
}

interface BoundProps {
  label: string;
  value: number | undefined;
  onChange: (text: string | null) => void;
}

const Bound = ({ label, value, onChange }: BoundProps) => (
  <Field label={label}>
    <NumberField value={value ?? null} onChange={(next) => onChange(next === null ? null : String(next))} />
  </Field>
);

function People({ queue, filters, onChange }: PartProps) {
  const people = queue.annotators.map(({ user_id, name }) => ({ value: user_id, label: name }));
  return (
    <Field label="Completed by">
      <Select
        value={filters.completed_by ?? ANY}
        options={[{ value: ANY, label: "Anybody or nobody" }, ...people]}
        onChange={(by) => onChange({ by: by === ANY ? null : by })}
      />
    </Field>
  );
}

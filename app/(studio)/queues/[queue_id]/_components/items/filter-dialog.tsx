"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { SearchInput } from "@/app/_ui/list/search-input";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { type ItemFilters, labelsOfQueueQuery } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { MomentFilter } from "../../../../_components/moment-filter";
import { joined, noFilters } from "./item-query";
import { askedValues, type Choice, chosenAnswers, valueChoices } from "./value-choices";

interface Props {
  queue: Queue;
  filters: ItemFilters;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Changes the address; null removes a filter. */
  onChange: (changes: Record<string, string | null>) => void;
}

const ANY = "any";
/** Not the value of any answer: those are not empty. */
const UNANSWERED = "";
const ANY_ANSWER = "All items";
const noAnswer = { value: UNANSWERED, label: "No answer" };

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

const noAnswers = { value: null, values: null, min: null, max: null, answered: null, first: null, second: null };

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
      {label ? (
        <Value key={label.label_id} queueId={queue.id} label={label} filters={filters} onChange={onChange} />
      ) : null}
      <Field label="Annotators disagree about">
        <Select
          value={filters.disagreement_label ?? ANY}
          options={[
            { value: ANY, label: "Not filtered" },
            ...queue.labels.map(({ label_id, name }) => ({ value: label_id, label: name })),
          ]}
          onChange={(chosen) => onChange({ disagreement: chosen === ANY ? null : chosen })}
        />
      </Field>
    </>
  );
}

interface ValueProps extends Pick<Props, "filters" | "onChange"> {
  queueId: string;
  label: Queue["labels"][number];
}

function Value({ queueId, label, filters, onChange }: ValueProps) {
  const { data } = useQuery(labelsOfQueueQuery(queueId));
  const settings = data?.results.find(({ id }) => id === label.label_id)?.settings ?? {};
  const choices = valueChoices({ type: label.type, settings });
  return (
    <>
      {choices ? (
        <Several choices={choices} filters={filters} onChange={onChange} />
      ) : (
        <Field label="Answer">
          <Select
            value={filters.answered === false ? UNANSWERED : ANY}
            options={[{ value: ANY, label: ANY_ANSWER }, noAnswer]}
            onChange={(chosen) => onChange({ ...noAnswers, answered: chosen === UNANSWERED ? "false" : null })}
          />
        </Field>
      )}
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
          value={askedValues(filters)[0] ?? ""}
          onChange={(value) => onChange({ value: value || null, answered: null })}
        />
      ) : null}
    </>
  );
}

interface SeveralProps extends Pick<Props, "filters" | "onChange"> {
  choices: readonly Choice[];
}

/** Any of the chosen answers, or none at all. */
function Several({ choices, filters, onChange }: SeveralProps) {
  const chosen = filters.answered === false ? [UNANSWERED] : askedValues(filters);
  const choose = (next: readonly string[]) => {
    const answers = chosenAnswers(chosen, next, UNANSWERED);
    onChange({ ...noAnswers, ...(answers === UNANSWERED ? { answered: "false" } : { values: joined(answers) }) });
  };
  return (
    <Field label="Answer">
      <Picker
        options={[noAnswer, ...choices]}
        value={chosen}
        onChange={choose}
        placeholder={ANY_ANSWER}
        empty="No such answer"
      />
    </Field>
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
        options={[{ value: ANY, label: "Not filtered" }, ...people]}
        onChange={(by) => onChange({ by: by === ANY ? null : by })}
      />
    </Field>
  );
}

"use client";
import { NumberInput, SelectField, SwitchField, TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import type { QueueForm } from "./queue-form";

interface Props {
  form: SaveForm<QueueForm>;
}

/** All settings of a queue that exists. Labels, members and layout have their own tabs. */
export const QueueFields = ({ form }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
    <AboutFields form={form} />
    <InstructionsField form={form} />
    <RuleFields form={form} />
  </div>
);

export const AboutFields = ({ form }: Props) => (
  <>
    <TextField form={form} name="name" label="Name" required maxLength={255} />
    <TextField form={form} name="description" label="Description" optional />
  </>
);

export const InstructionsField = ({ form }: Props) => (
  <TextareaField
    form={form}
    name="instructions"
    label="Instructions"
    optional
    rows={6}
    hint="Markdown. Annotators can open it beside each item."
  />
);

/** How people work in the queue, and until when. */
export const RuleFields = ({ form }: Props) => (
  <>
    <WorkFields form={form} />
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        form={form}
        name="dueDate"
        at="due_date"
        type="date"
        label="Due date"
        optional
        hint="The last day, in UTC, on which all items should be done."
      />
      <SelectField
        form={form}
        name="strategy"
        at="assignment_strategy"
        label="Assignment"
        options={strategies}
        hint="Who gets an item that is added."
      />
    </div>
    <div className="grid gap-4 border-t border-line pt-5">
      <SwitchField
        form={form}
        name="anyoneMayTake"
        at="auto_assign"
        label="Anyone may take any item"
        hint="If off, annotators see only items assigned to them."
      />
      <SwitchField
        form={form}
        name="requiresReview"
        at="requires_review"
        label="Review before an item counts as completed"
      />
    </div>
    <CheckFields form={form} />
  </>
);

const strategies = [
  { value: "manual", label: "By hand", hint: "Nobody, until a manager assigns it" },
  { value: "round_robin", label: "In turn", hint: "One annotator after the other" },
  { value: "load_balanced", label: "Least busy first", hint: "By the number of open items" },
] as const;

/** How many people annotate an item, and how long one of them keeps it. */
function WorkFields({ form }: Props) {
  const { annotationsRequired, reservationMinutes } = form.values;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberInput
        form={form}
        name="annotationsRequired"
        at="annotations_required"
        label="Annotations per item"
        hint="How many people annotate each item, 1 to 10."
        min={1}
        max={10}
        unit={annotationsRequired === 1 ? "person" : "people"}
      />
      <NumberInput
        form={form}
        name="reservationMinutes"
        at="reservation_timeout_minutes"
        label="Reservation"
        hint="An item is released after its annotator is idle for this long."
        min={1}
        max={1440}
        unit={reservationMinutes === 1 ? "minute" : "minutes"}
      />
    </div>
  );
}

/** The shares of gold items and repeats. Annotators do not see which items they are. */
const CheckFields = ({ form }: Props) => (
  <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
    <NumberInput
      form={form}
      name="goldPercent"
      at="gold_percent"
      label="Gold items"
      hint="Share of an annotator's items that have a known answer, 0 to 50 %."
      min={0}
      max={50}
      unit="%"
    />
    <NumberInput
      form={form}
      name="repeatPercent"
      at="repeat_percent"
      label="Repeats"
      hint="Share of items that the annotator has completed before, 0 to 50 %."
      min={0}
      max={50}
      unit="%"
    />
  </div>
);

"use client";
import { NumberInput, SwitchField, TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { LabelPicker } from "./label-picker";
import { MemberRoles } from "./member-roles";
import type { QueueForm } from "./queue-form";

interface Props {
  form: SaveForm<QueueForm>;
  /** Labels and members have their own tabs once the queue exists. */
  exists?: boolean;
}

export function QueueFields({ form, exists = false }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField form={form} name="name" label="Name" required maxLength={255} />
      <TextField form={form} name="description" label="Description" optional />
      {exists ? null : (
        <>
          <LabelPicker form={form} />
          <MemberRoles roles={form.values.roles} onChange={(next) => form.set({ roles: next })} />
        </>
      )}
      <TextareaField
        form={form}
        name="instructions"
        label="Instructions"
        optional
        hint="Markdown. Annotators can open it beside each item."
      />
      <WorkFields form={form} />
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
      {exists ? <CheckFields form={form} /> : null}
    </div>
  );
}

/** How many people annotate an item, and how long one of them keeps it. */
function WorkFields({ form }: Pick<Props, "form">) {
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
const CheckFields = ({ form }: Pick<Props, "form">) => (
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

"use client";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { Switch } from "@/app/_ui/control/switch";
import { Textarea } from "@/app/_ui/control/textarea";
import { fieldError } from "@/lib/client/call-error";
import { LabelPicker } from "./label-picker";
import { MemberRoles } from "./member-roles";
import type { QueueForm } from "./queue-form";

interface Props {
  form: QueueForm;
  onChange: (form: QueueForm) => void;
  error: unknown;
  /** Labels and members have their own tabs once the queue exists. */
  exists?: boolean;
}

export function QueueFields({ form, onChange, error, exists = false }: Props) {
  const set = (changes: Partial<QueueForm>) => onChange({ ...form, ...changes });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label="Name" error={fieldError(error, "name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label="Description" optional error={fieldError(error, "description")}>
        <Input value={form.description} onChange={(event) => set({ description: event.target.value })} />
      </Field>
      {exists ? null : (
        <>
          <LabelPicker
            value={form.labelIds}
            required={form.requiredLabelIds}
            onChange={(labelIds, requiredLabelIds) => set({ labelIds, requiredLabelIds })}
            error={fieldError(error, "label_ids")}
          />
          <MemberRoles roles={form.roles} onChange={(roles) => set({ roles })} />
        </>
      )}
      <Field
        label="Instructions"
        optional
        hint="Markdown. Annotators can open it beside each item."
        error={fieldError(error, "instructions")}
      >
        <Textarea value={form.instructions} onChange={(event) => set({ instructions: event.target.value })} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Annotations per item"
          hint="How many people annotate each item, 1 to 10."
          error={fieldError(error, "annotations_required")}
        >
          <NumberField
            min={1}
            max={10}
            value={form.annotationsRequired}
            onChange={(annotationsRequired) => set({ annotationsRequired })}
            unit={form.annotationsRequired === 1 ? "person" : "people"}
          />
        </Field>
        <Field
          label="Reservation"
          hint="An item is released after its annotator is idle for this long."
          error={fieldError(error, "reservation_timeout_minutes")}
        >
          <NumberField
            min={1}
            max={1440}
            value={form.reservationMinutes}
            onChange={(reservationMinutes) => set({ reservationMinutes })}
            unit={form.reservationMinutes === 1 ? "minute" : "minutes"}
          />
        </Field>
      </div>
      <div className="grid gap-4 border-t border-line pt-5">
        <Switch
          label="Anyone may take any item"
          hint="If off, annotators see only items assigned to them."
          checked={form.anyoneMayTake}
          onChange={(anyoneMayTake) => set({ anyoneMayTake })}
        />
        <Switch
          label="Review before an item counts as completed"
          checked={form.requiresReview}
          onChange={(requiresReview) => set({ requiresReview })}
        />
      </div>
      {exists ? <CheckFields form={form} onChange={onChange} error={error} /> : null}
    </div>
  );
}

/** The shares of gold items and repeats. Annotators do not see which items they are. */
function CheckFields({ form, onChange, error }: Omit<Props, "exists">) {
  return (
    <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <Field
        label="Gold items"
        hint="Share of an annotator's items that have a known answer, 0 to 50 %."
        error={fieldError(error, "gold_percent")}
      >
        <NumberField
          min={0}
          max={50}
          value={form.goldPercent}
          onChange={(goldPercent) => onChange({ ...form, goldPercent })}
          unit="%"
        />
      </Field>
      <Field
        label="Repeats"
        hint="Share of items that the annotator has completed before, 0 to 50 %."
        error={fieldError(error, "repeat_percent")}
      >
        <NumberField
          min={0}
          max={50}
          value={form.repeatPercent}
          onChange={(repeatPercent) => onChange({ ...form, repeatPercent })}
          unit="%"
        />
      </Field>
    </div>
  );
}

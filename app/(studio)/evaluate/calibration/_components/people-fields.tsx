"use client";
import { PartField, Refusal, useRefusal } from "@/app/_form/fields";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Select } from "@/app/_ui/control/select";
import { ChoiceField } from "@/app/(studio)/_components/choice-fields";
import type { CalibrationForm } from "./use-calibration-form";

const hints = {
  run: "A queue with annotations of the same rows.",
  task: "A queue with annotations of the same spans or traces.",
};

/** The people: a label of a queue, and its values that count as a pass. */
export function PeopleFields({ calibration: { form, people } }: { calibration: CalibrationForm }) {
  const { queues, labels, label } = people;
  return (
    <>
      <ChoiceField
        form={form}
        name="queueId"
        at="queue_id"
        label="Queue"
        hint={hints[form.values.kind]}
        choices={queues}
        placeholder="Type a queue's name"
        onChosen={() => form.set({ labelId: null, passes: [] })}
      />
      {labels.length > 1 ? (
        <PartField form={form} at="label_id" label="Label">
          <Select
            value={label?.label_id ?? null}
            onChange={(labelId) => form.set({ labelId, passes: [] })}
            options={labels.map(({ label_id, name }) => ({ value: label_id, label: name }))}
          />
        </PartField>
      ) : null}
      {people.hasNoLabel ? (
        <p className="text-soft">
          This queue has no label with a list of values, so no answer can be a pass or a fail.
        </p>
      ) : null}
      {label ? <PassValues form={form} label={label.name} values={people.values} /> : null}
    </>
  );
}

interface PassProps extends Pick<CalibrationForm, "form"> {
  label: string;
  values: CalibrationForm["people"]["values"];
}

function PassValues({ form, label, values }: PassProps) {
  const { passes } = form.values;
  const refusal = useRefusal(form, "pass_values");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Values of {label} that count as a pass</legend>
      {values.map(({ key, text }) => (
        <Checkbox
          key={key}
          label={text}
          checked={passes.includes(key)}
          onChange={(on) => form.set({ passes: on ? [...passes, key] : passes.filter((one) => one !== key) })}
        />
      ))}
      <Refusal text={refusal} />
    </fieldset>
  );
}

"use client";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Switch } from "@/app/_ui/control/switch";
import { Textarea } from "@/app/_ui/control/textarea";
import { Status } from "@/app/_ui/feedback/status";
import { fieldError } from "@/lib/client/call-error";
import { outputTypes } from "@/lib/contracts/evaluation/names";
import { ModelField } from "../../_components/model-field";
import { ChoiceFields } from "./choice-fields";
import { ExampleFields } from "./example-fields";
import type { FieldProps } from "./field-props";
import { inputsIn } from "./template-form";
import { ThresholdField } from "./threshold-field";

const outputOptions = outputTypes.map((value) => ({
  value,
  label: { pass_fail: "Pass or fail", percentage: "Score, 0 to 1", deterministic: "Choice" }[value],
}));

/** The judge's criteria, and the format of its answer. */
export function JudgedFields({ form, onChange, error }: FieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section className="grid max-w-3xl gap-4">
        <h2 className="text-base font-medium">Judge prompt</h2>
        <Field
          label="Criteria"
          error={fieldError(error, "instructions")}
          hint="Write an input as {{output}}. The judge gets its content as data, separate from the criteria."
        >
          <Textarea
            className="max-h-none! min-h-40!"
            value={form.instructions}
            onChange={(event) => onChange({ instructions: event.target.value })}
          />
        </Field>
        <Inputs text={form.instructions} />
      </section>
      <section className="grid max-w-3xl gap-4">
        <h2 className="text-base font-medium">Answer</h2>
        <Field label="Output">
          <Select value={form.output} options={outputOptions} onChange={(output) => onChange({ output })} />
        </Field>
        {form.output === "deterministic" ? <ChoiceFields form={form} onChange={onChange} error={error} /> : null}
        {form.output === "pass_fail" ? null : (
          <ThresholdField value={form.threshold} onChange={(threshold) => onChange({ threshold })} error={error} />
        )}
        <ModelField
          value={form.model}
          onChange={(model) => onChange({ model })}
          placeholder="turing_large"
          hint="Any model of the gateway. Runs can use another one."
          error={fieldError(error, "model")}
        />
        <Switch
          label="Find the sentences that caused a failure"
          hint="Calls the judge once more for each run that fails."
          checked={form.localizes}
          onChange={(localizes) => onChange({ localizes })}
        />
      </section>
      <ExampleFields form={form} onChange={onChange} error={error} />
    </div>
  );
}

/** The inputs found in the criteria, updated while typing. */
function Inputs({ text }: { text: string }) {
  const { inputs, contexts } = inputsIn(text);
  return (
    <p aria-live="polite" className="text-soft">
      {inputs.length > 0 ? (
        <>
          Inputs: <code className="font-mono text-xs text-ink">{inputs.join(", ")}</code>
        </>
      ) : text.trim() === "" ? (
        "No inputs yet."
      ) : (
        <Status tone="warn" shape="alert" className="whitespace-normal!">
          No inputs yet. Write at least one, such as {"{{output}}"}.
        </Status>
      )}
      {contexts.length > 0 ? (
        <>
          {" "}
          Filled from the context, without a mapping:{" "}
          <code className="font-mono text-xs text-ink">{contexts.join(", ")}</code>
        </>
      ) : null}
    </p>
  );
}

"use client";
import { SelectField, SwitchField, TextareaField } from "@/app/_form/fields";
import { Status } from "@/app/_ui/feedback/status";
import { outputTypes } from "@/lib/contracts/evaluation/names";
import { ModelInput } from "../../_components/model-input";
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
export function JudgedFields({ form }: FieldProps) {
  const { instructions, output } = form.values;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section className="grid max-w-3xl gap-4">
        <h2 className="text-base font-medium">Judge prompt</h2>
        <TextareaField
          form={form}
          name="instructions"
          label="Criteria"
          hint="Write an input as {{output}}. The judge gets its content as data, separate from the criteria."
          className="max-h-none! min-h-40!"
        />
        <Inputs text={instructions} />
      </section>
      <section className="grid max-w-3xl gap-4">
        <h2 className="text-base font-medium">Answer</h2>
        <SelectField form={form} name="output" at="output_type" label="Output" options={outputOptions} />
        {output === "deterministic" ? <ChoiceFields form={form} /> : null}
        {output === "pass_fail" ? null : <ThresholdField form={form} />}
        <ModelInput
          form={form}
          name="model"
          placeholder="turing_large"
          hint="Any model of the gateway. Runs can use another one."
        />
        <SwitchField
          form={form}
          name="localizes"
          at="error_localizer_enabled"
          label="Find the sentences that caused a failure"
          hint="Calls the judge once more for each run that fails."
        />
      </section>
      <ExampleFields form={form} />
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

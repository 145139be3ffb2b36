"use client";
import { FormField, NumberInput, SwitchField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { ModelSuggest } from "@/app/(studio)/evaluate/_components/model-field";
import { MAX_REPEATS } from "@/lib/contracts/simulation/call-names";
import type { RunForm } from "./run-form";
import { TurnFields } from "./turn-fields";

/** How the conversations are played, how often, and at what cost at most. */
export function SimulationFields({ form }: { form: SaveForm<RunForm> }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Simulation</h2>
      <SwitchField
        form={form}
        name="scripted"
        label="Scripted customers"
        hint="Customers say the same words every time, without a model. Useful in pipelines."
      />
      {form.values.scripted ? null : (
        <>
          <CustomerModel form={form} />
          <SwitchField
            form={form}
            name="satisfaction"
            label="Measure satisfaction"
            hint="The customers' model rates each call from 1 to 10, as its customer."
          />
        </>
      )}
      <NumberInput
        form={form}
        name="repeats"
        at="settings.repeats"
        label="Trials per row"
        hint="Several trials measure how reliable the agent is (pass^k)."
        min={1}
        max={MAX_REPEATS}
      />
      <TurnFields form={form} />
      <NumberInput
        form={form}
        name="ceiling"
        at="settings.cost_ceiling_usd"
        label="Cost ceiling"
        optional
        hint="No new conversation starts once the run has cost this much."
        min={0}
        step={1}
        unit="USD"
      />
    </section>
  );
}

function CustomerModel({ form }: { form: SaveForm<RunForm> }) {
  return (
    <FormField
      form={form}
      name="model"
      at="settings.simulator_model"
      label="Customers' model"
      optional
      hint="A gateway model. If empty, the model of each scenario's simulator agent, or else the configured model."
    >
      {({ value, onChange }) => <ModelSuggest value={value} onChange={onChange} placeholder="The configured model" />}
    </FormField>
  );
}

/** The verdict's thresholds. */
export function PassFields({ form }: { form: SaveForm<RunForm> }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Pass when</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberInput
          form={form}
          name="passRate"
          at="settings.pass_rate"
          label="Pass rate"
          hint="At least this share of the counted calls passes."
          min={0}
          max={100}
          unit="%"
        />
        <NumberInput
          form={form}
          name="coverage"
          at="settings.coverage"
          label="Coverage"
          hint="At least this share of all calls counts. Faults of the simulator or a provider do not count."
          min={0}
          max={100}
          unit="%"
        />
      </div>
    </section>
  );
}

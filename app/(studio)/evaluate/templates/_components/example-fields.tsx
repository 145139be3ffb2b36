"use client";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { keyedList } from "../../_components/keyed-list";
import type { FieldProps } from "./field-props";
import { inputsIn, newExample, type TemplateForm } from "./template-form";

const MOST = 20;

/** Examples with their right verdicts, shown to the judge in every run. */
export function ExampleFields({ form }: FieldProps) {
  const { examples, instructions } = form.values;
  const { inputs } = inputsIn(instructions);
  const list = keyedList(examples, (next) => form.set({ examples: next }));
  return (
    <section className="grid max-w-3xl gap-4">
      <div>
        <h2 className="text-base font-medium">Examples</h2>
        <p className="text-soft">Examples with their right verdicts. The judge sees them in every run.</p>
      </div>
      {examples.map(({ key, inputs: texts, output, reason }, index) => (
        <fieldset key={key} className="grid gap-3 rounded-lg border border-line p-4">
          <legend className="px-1 font-medium">Example {index + 1}</legend>
          {inputs.map((name) => (
            <Field key={name} label={name}>
              <Textarea
                className="min-h-9! pointer-coarse:min-h-11!"
                value={texts[name] ?? ""}
                onChange={(event) => list.change(key, { inputs: { ...texts, [name]: event.target.value } })}
              />
            </Field>
          ))}
          <Verdict form={form.values} value={output} onChange={(next) => list.change(key, { output: next })} />
          <Field label="Reason" optional>
            <Input value={reason} onChange={(event) => list.change(key, { reason: event.target.value })} />
          </Field>
          <div>
            <Button size="small" onClick={() => list.remove(key)}>
              Remove example {index + 1}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          disabled={examples.length >= MOST || inputs.length === 0}
          onClick={() => list.add(newExample())}
        >
          Add example
        </Button>
      </div>
    </section>
  );
}

interface VerdictProps {
  form: TemplateForm;
  value: string;
  onChange: (value: string) => void;
}

function Verdict({ form, value, onChange }: VerdictProps) {
  const isChoice = form.output === "deterministic";
  if (form.output === "percentage" || (isChoice && form.multi)) {
    return (
      <Field label="Verdict" hint={isChoice ? "Choices, separated by commas." : "A number from 0 to 1."}>
        <Input
          inputMode={isChoice ? "text" : "decimal"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  }
  const verdicts = isChoice ? form.choices.map(({ label }) => label.trim()) : ["Passed", "Failed"];
  const options = verdicts.filter((label) => label !== "").map((label) => ({ value: label, label }));
  return (
    <Field label="Verdict">
      <Select value={value || null} options={options} onChange={onChange} />
    </Field>
  );
}

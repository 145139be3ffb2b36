"use client";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import type { FieldProps } from "./field-props";
import { type Example, inputsIn, newExample, type TemplateForm } from "./template-form";

const MOST = 20;

/** Examples with their right verdicts, shown to the judge in every run. */
export function ExampleFields({ form, onChange }: FieldProps) {
  const { examples } = form;
  const { inputs } = inputsIn(form.instructions);
  return (
    <section className="grid max-w-3xl gap-4">
      <div>
        <h2 className="text-base font-medium">Examples</h2>
        <p className="text-soft">Examples with their right verdicts. The judge sees them in every run.</p>
      </div>
      {examples.map((example, index) => {
        const set = (changes: Partial<Example>) =>
          onChange({
            examples: examples.map((other) => (other.key === example.key ? { ...other, ...changes } : other)),
          });
        return (
          <fieldset key={example.key} className="grid gap-3 rounded-lg border border-line p-4">
            <legend className="px-1 font-medium">Example {index + 1}</legend>
            {inputs.map((name) => (
              <Field key={name} label={name}>
                <Textarea
                  className="min-h-9! pointer-coarse:min-h-11!"
                  value={example.inputs[name] ?? ""}
                  onChange={(event) => set({ inputs: { ...example.inputs, [name]: event.target.value } })}
                />
              </Field>
            ))}
            <Verdict form={form} value={example.output} onChange={(output) => set({ output })} />
            <Field label="Reason" optional>
              <Input value={example.reason} onChange={(event) => set({ reason: event.target.value })} />
            </Field>
            <div>
              <Button
                size="small"
                onClick={() => onChange({ examples: examples.filter(({ key }) => key !== example.key) })}
              >
                Remove example {index + 1}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button
          size="small"
          disabled={examples.length >= MOST || inputs.length === 0}
          onClick={() => onChange({ examples: [...examples, newExample()] })}
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

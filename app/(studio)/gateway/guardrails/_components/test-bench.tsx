"use client";
import { useState } from "react";
import { TextareaField } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { CallError } from "@/lib/client/call-error";
import { readConfig, writeConfig } from "../../configuration/_components/config-text";
import { useYaml } from "../../configuration/_components/use-yaml";
import { samples } from "./rules";
import { TrialForm, TrialOutcome, useTrial } from "./trial";
import { useAddRule } from "./use-add-rule";

const sampleOptions = samples.map(({ name }, index) => ({ value: String(index), label: name }));

type Yaml = NonNullable<ReturnType<typeof useYaml>>;

interface Props {
  organizationId: string;
  /** The rule to begin with; null for the first sample. */
  rule: Record<string, unknown> | null;
}

export function TestBench(props: Props) {
  const yaml = useYaml();
  return yaml ? <RuleTestForm yaml={yaml} {...props} /> : null;
}

/** Tries one rule on one text: whether it fires, its findings, and the resulting text. Nothing is stored. */
function RuleTestForm({ yaml, organizationId, rule }: Props & { yaml: Yaml }) {
  const [chosen, setChosen] = useState<string | null>(rule ? null : "0");
  const trial = useTrial(
    { rule: writeConfig(yaml, rule ?? samples[0]?.rule ?? {}), text: samples[0]?.text ?? "" },
    (text) => ruleIn(yaml, text),
  );
  const { form } = trial;
  const addRule = useAddRule(organizationId);
  const add = () => {
    const read = readConfig(yaml, form.values.rule);
    // Trying it says at the field what is wrong.
    if ("config" in read) addRule?.(read.config);
    else form.submit();
  };
  const choose = (value: string) => {
    const sample = samples[Number(value)];
    if (!sample) return;
    setChosen(value);
    form.reset({ ...form.values, rule: writeConfig(yaml, sample.rule), text: sample.text });
  };
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <TrialForm
        trial={trial}
        look="primary"
        // One of the organization's own rules is in the configuration already.
        aside={chosen !== null && addRule ? <Button onClick={add}>Add this rule</Button> : null}
      >
        <Field label="Example">
          <Select value={chosen} options={sampleOptions} placeholder="The rule above" onChange={choose} />
        </Field>
        <TextareaField
          form={form}
          name="rule"
          label="Rule"
          hint="In the format of the configuration."
          spellCheck={false}
          dir="ltr"
          className="min-h-36! font-mono text-xs!"
        />
      </TrialForm>
      <TrialOutcome trial={trial} />
    </div>
  );
}

/** The rule in a text. A text that cannot be parsed is refused like one that the server refuses. */
function ruleIn(yaml: Yaml, text: string): object {
  const read = readConfig(yaml, text);
  if ("config" in read) return read.config;
  const problem = `${read.line ? `Line ${read.line}: ` : ""}${read.problem}`;
  throw new CallError(400, "invalid", problem, { rule: [problem] });
}

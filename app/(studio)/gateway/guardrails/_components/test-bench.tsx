"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { errorAt } from "../../_components/field-errors";
import { readConfig, writeConfig } from "../../configuration/_components/config-text";
import { useYaml } from "../../configuration/_components/use-yaml";
import { samples } from "./rules";
import { TrialFields, TrialOutcome, useTrial } from "./trial";

const sampleOptions = samples.map(({ name }, index) => ({ value: String(index), label: name }));

export function TestBench({ rule }: { rule: Record<string, unknown> | null }) {
  const yaml = useYaml();
  return yaml ? <RuleTestForm yaml={yaml} rule={rule} /> : null;
}

/** Tries one rule on one text: whether it fires, its findings, and the resulting text. Nothing is stored. */
function RuleTestForm({
  yaml,
  rule,
}: {
  yaml: NonNullable<ReturnType<typeof useYaml>>;
  rule: Record<string, unknown> | null;
}) {
  const [chosen, setChosen] = useState<string | null>(rule ? null : "0");
  const [ruleText, setRuleText] = useState(() => writeConfig(yaml, rule ?? samples[0]?.rule ?? {}));
  const [problem, setProblem] = useState<string | null>(null);
  const trial = useTrial(samples[0]?.text ?? "");
  const run = () => {
    const read = readConfig(yaml, ruleText);
    if ("problem" in read) {
      trial.reset();
      return setProblem(`${read.line ? `Line ${read.line}: ` : ""}${read.problem}`);
    }
    setProblem(null);
    trial.run(read.config);
  };
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Try the rule (also while typing)", run, whileTyping: true },
  ]);
  const choose = (value: string) => {
    const sample = samples[Number(value)];
    if (!sample) return;
    setChosen(value);
    setRuleText(writeConfig(yaml, sample.rule));
    trial.setText(sample.text);
    setProblem(null);
    trial.reset();
  };
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <form
        className="grid min-w-0 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!trial.isPending) run();
        }}
      >
        <Field label="Example">
          <Select value={chosen} options={sampleOptions} placeholder="The rule above" onChange={choose} />
        </Field>
        <Field label="Rule" hint="In the format of the configuration." error={problem ?? errorAt(trial.error, "rule")}>
          <Textarea
            spellCheck={false}
            dir="ltr"
            className="min-h-36! font-mono text-xs!"
            value={ruleText}
            onChange={(event) => setRuleText(event.target.value)}
          />
        </Field>
        <TrialFields trial={trial} />
        <div>
          <Button look="primary" type="submit" keys="mod+enter" busy={trial.isPending}>
            Try
          </Button>
        </div>
      </form>
      <TrialOutcome trial={trial} />
    </div>
  );
}

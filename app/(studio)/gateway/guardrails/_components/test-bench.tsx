"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Textarea } from "@/app/_ui/textarea";
import { testGuardrail } from "@/lib/client/gateway";
import type { ClientInput } from "@/lib/contracts/contract";
import type { testGuardrail as contract } from "@/lib/contracts/gateway/guardrails";
import { errorAt, errorBeside } from "../../_components/field-errors";
import { readConfig, writeConfig } from "../../configuration/_components/config-text";
import { useYaml } from "../../configuration/_components/use-yaml";
import { Outcome } from "./outcome";
import { samples } from "./rules";

const roleOptions = [
  { value: "user", label: "A user" },
  { value: "system", label: "The system prompt" },
  { value: "assistant", label: "The model" },
  { value: "tool", label: "A tool" },
] as const;
const sampleOptions = samples.map(({ name }, index) => ({ value: String(index), label: name }));

export function TestBench({ rule }: { rule: Record<string, unknown> | null }) {
  const yaml = useYaml();
  return yaml ? <Bench yaml={yaml} rule={rule} /> : null;
}

/** One rule on one text: whether it fires, on what, and what would become of the text. Nothing is stored. */
function Bench({
  yaml,
  rule,
}: {
  yaml: NonNullable<ReturnType<typeof useYaml>>;
  rule: Record<string, unknown> | null;
}) {
  const [chosen, setChosen] = useState<string | null>(rule ? null : "0");
  const [ruleText, setRuleText] = useState(() => writeConfig(yaml, rule ?? samples[0]?.rule ?? {}));
  const [text, setText] = useState(samples[0]?.text ?? "");
  const [role, setRole] = useState<(typeof roleOptions)[number]["value"]>("user");
  const [flaw, setFlaw] = useState<string | null>(null);
  const [triedText, setTriedText] = useState("");
  const { mutate, data, error, isPending, reset } = useMutation(testGuardrail);
  const run = () => {
    const read = readConfig(yaml, ruleText);
    if ("problem" in read) {
      reset();
      return setFlaw(`${read.line ? `Line ${read.line}: ` : ""}${read.problem}`);
    }
    setFlaw(null);
    setTriedText(text);
    // Safe because the server checks the rule, and says what is wrong with it.
    mutate({ rule: read.config as ClientInput<typeof contract>["rule"], text, role });
  };
  useShortcuts("Page", [{ keys: "mod+enter", description: "Try the rule, also while typing", run, whileTyping: true }]);
  const choose = (value: string) => {
    const sample = samples[Number(value)];
    if (!sample) return;
    setChosen(value);
    setRuleText(writeConfig(yaml, sample.rule));
    setText(sample.text);
    setFlaw(null);
    reset();
  };
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <form
        className="grid min-w-0 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) run();
        }}
      >
        <Field label="Begin with">
          <Select value={chosen} options={sampleOptions} placeholder="The rule above" onChange={choose} />
        </Field>
        <Field label="Rule" hint="As it would stand in the configuration." error={flaw ?? errorAt(error, "rule")}>
          <Textarea
            spellCheck={false}
            dir="ltr"
            className="min-h-36! font-mono text-xs!"
            value={ruleText}
            onChange={(event) => setRuleText(event.target.value)}
          />
        </Field>
        <Field label="Text" error={errorAt(error, "text")}>
          <Textarea className="min-h-24!" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="Said by">
          <Select value={role} options={roleOptions} onChange={setRole} />
        </Field>
        {errorBeside(error, ["rule", "text"]) ? (
          <p role="alert" className="text-xs text-bad">
            {errorBeside(error, ["rule", "text"])}
          </p>
        ) : null}
        <div>
          <Button look="primary" type="submit" keys="mod+enter" busy={isPending}>
            Try
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="min-w-0">
        {data ? (
          <Outcome outcome={data} given={triedText} />
        ) : (
          <p className="text-soft">What the rule finds is shown here. Nothing is stored.</p>
        )}
      </div>
    </div>
  );
}

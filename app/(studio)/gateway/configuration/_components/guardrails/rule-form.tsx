"use client";
import { samples } from "../../../guardrails/_components/rules";
import { TrialForm, TrialOutcome, useTrial } from "../../../guardrails/_components/trial";
import type { Config } from "../config-text";
import { EntryView } from "../entry-view";
import { ConfigFields } from "../fields/config-field";
import { ProblemLine } from "../fields/field-group";
import { problemAt, useConfigDraft } from "../use-draft";
import { type Path, recordAt } from "../values";
import { labelFor } from "../words";

interface Props {
  path: Path;
  onBack: () => void;
  onRemove: () => void;
}

/** A rule's settings beside a test form, which uses the settings even before they are saved. */
export function RuleForm({ path, onBack, onRemove }: Props) {
  const draft = useConfigDraft();
  const rule = recordAt(draft.config, path);
  const type = typeof rule.type === "string" ? rule.type : "";
  const config = [...path, "config"];
  const problem =
    problemAt(draft, path, false) ?? problemAt(draft, config, false) ?? problemAt(draft, [...path, "type"], false);
  return (
    <EntryView
      title={typeof rule.name === "string" ? rule.name : labelFor(type)}
      kind={labelFor(type)}
      back="All guardrails"
      onBack={onBack}
      onRemove={onRemove}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to blur events of its fields */}
        <div
          data-field={path.join(".")}
          onBlur={() => draft.leave(config.join("."))}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-6"
        >
          {problem ? <ProblemLine>{problem}</ProblemLine> : null}
          <fieldset className="min-w-0">
            <legend className="mb-3 text-base font-medium">Detection</legend>
            <ConfigFields path={config} />
          </fieldset>
          <fieldset className="min-w-0">
            <legend className="mb-3 text-base font-medium">Handling</legend>
            <ConfigFields path={path} without={["type", "config"]} />
          </fieldset>
        </div>
        <RuleTrial rule={rule} type={type} />
      </div>
    </EntryView>
  );
}

function RuleTrial({ rule, type }: { rule: Config; type: string }) {
  const text = samples.find((sample) => sample.rule.type === type)?.text ?? "";
  const trial = useTrial({ rule: "", text }, () => rule);
  return (
    <div className="grid min-w-0 content-start gap-4 border-line lg:border-l lg:pl-10">
      <TrialForm trial={trial}>
        <h3 className="text-base font-medium">Try it</h3>
      </TrialForm>
      <TrialOutcome trial={trial} />
    </div>
  );
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import { modelWords } from "@/app/(studio)/evaluate/playground/_components/settings-fields";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { updateEvalConfig } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { getRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { useEvaluationNames } from "../use-evaluation-names";

type Evaluation = Output<typeof getRunTest>["evals"][number];

interface Props {
  runTestId: string;
  evaluations: readonly Evaluation[];
  may: boolean;
}

/** A run's evaluations, each with its judge, which a writer can change. */
export function RunEvaluations({ runTestId, evaluations, may }: Props) {
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  return (
    <ul className="grid gap-1">
      {evaluations.map((evaluation) => (
        <li key={evaluation.id} className="flex flex-wrap items-baseline gap-x-2">
          {nameOf(evaluation.name)}
          <Judge runTestId={runTestId} evaluation={evaluation} name={nameOf(evaluation.name)} may={may} />
        </li>
      ))}
    </ul>
  );
}

interface JudgeProps {
  runTestId: string;
  evaluation: Evaluation;
  name: string;
  may: boolean;
}

/** Nothing for an evaluation that calls no model. */
function Judge({ may, ...props }: JudgeProps) {
  const [isChanging, setChanging] = useState(false);
  const { evaluation, name } = props;
  const template = useQuery(evalTemplateQuery(evaluation.template_id)).data;
  const words = template && modelWords(template);
  if (!words) return null;
  const thing = words.label.toLowerCase();
  return (
    <>
      <span className="text-soft">
        {words.label}: {evaluation.model ?? words.placeholder}
      </span>
      {may ? (
        <Button
          look="ghost"
          size="small"
          className="-my-1"
          aria-label={`Change ${thing} of ${name}`}
          onClick={() => setChanging(true)}
        >
          Change {thing}
        </Button>
      ) : null}
      {isChanging ? <JudgeDialog {...props} words={words} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

type DialogProps = Omit<JudgeProps, "may"> & { words: NonNullable<ReturnType<typeof modelWords>>; onClose: () => void };

function JudgeDialog({ runTestId, evaluation, name, words, onClose }: DialogProps) {
  const form = useSaveForm({
    initial: { model: evaluation.model ?? "" },
    save: withInput(updateEvalConfig, ({ model }: { model: string }) => ({
      run_test_id: runTestId,
      eval_config_id: evaluation.id,
      model: model.trim() || null,
    })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`${words.label} of ${name}`}
      description="Executions that have started keep theirs until you evaluate them again. The evaluation moves to its template's current version."
      action="Save"
      form={form}
    >
      <ModelInput form={form} name="model" {...words} />
    </FormDialog>
  );
}

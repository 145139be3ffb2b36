"use client";
import { useQueries } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { draftsOf, useStoredDraft } from "@/app/_form/draft-store";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { withInput } from "@/app/_form/use-save-form";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { createEvalTask } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { microsOf } from "../../../datasets/[dataset_id]/_components/runs/run-words";
import { keyedList } from "../../_components/keyed-list";
import { keysOf } from "../../playground/_components/form";
import {
  draftForTraces,
  type EvaluationDraft,
  mappingFor,
  newDraft,
  previewOf,
  requestOf,
  type TaskDraft,
} from "./draft";

const drafts = draftsOf<TaskDraft>();

/** Begins a new task with chosen traces, of a project if they are of one, and leads to its form. */
export function useTaskOfTraces(projectId: string | null) {
  const router = useRouter();
  const [, write] = useStoredDraft(drafts, links.newEvalTask(), projectId ?? "");
  return (traces: TraceChoice) => {
    // A task that is being written stays as it is, and gets the traces.
    write((before) => (before ? { ...before, traces } : draftForTraces(projectId, traces)));
    router.push(links.newEvalTask(projectId ?? undefined));
  };
}

export type TaskForm = ReturnType<typeof useTaskForm>;

/** The form of a new task, with the templates of its evaluations. */
export function useTaskForm(projectId: string | undefined) {
  const router = useRouter();
  const form = useDraftedForm({
    drafts,
    path: links.newEvalTask(),
    ...(projectId ? { owner: projectId } : {}),
    initial: () => newDraft(projectId ?? null),
    save: withInput(createEvalTask, (draft: TaskDraft) => requestOf({ ...draft, evaluations })),
    onSaved: ({ id }) => {
      form.forget();
      router.push(links.evalTask(id));
    },
  });
  const { found, evaluations } = useEvaluations(form.values.evaluations);
  const isComplete = (one: EvaluationDraft): boolean => {
    const template = found[evaluations.findIndex(({ key }) => key === one.key)]?.data;
    const isMapped = (key: string) => template?.optional_keys.includes(key) || (one.mapping[key] ?? "").trim() !== "";
    return template?.required_keys.every(isMapped) ?? false;
  };
  return {
    form,
    found,
    evaluations,
    list: keyedList(evaluations, (next) => form.set({ evaluations: next })),
    isReady:
      form.values.projectId !== null && microsOf(form.values.ceiling) !== undefined && evaluations.every(isComplete),
    preview: previewOf({ ...form.values, evaluations }, isComplete),
  };
}

/** The evaluations' templates. Their usual inputs have a default mapping until the person changes it. */
function useEvaluations(drafted: readonly EvaluationDraft[]) {
  const found = useQueries({
    queries: drafted.map(({ templateId }) => ({
      ...evalTemplateQuery(templateId ?? ""),
      enabled: templateId !== undefined,
    })),
  });
  const evaluations = drafted.map((one, index): EvaluationDraft => {
    const template = one.templateId ? found[index]?.data : undefined;
    return template ? { ...one, mapping: { ...mappingFor(keysOf(template)), ...one.mapping } } : one;
  });
  return { found, evaluations };
}

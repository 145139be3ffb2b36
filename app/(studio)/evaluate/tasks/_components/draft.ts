// The form of a new task.
import type { PreviewInput } from "@/lib/client/evaluation/tasks";
import type { SpanFilters } from "@/lib/contracts/evaluation/shapes/span-filters";
import type { ObservationType, SpanStatus } from "@/lib/contracts/names";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { microsOf } from "../../../datasets/[dataset_id]/_components/runs/run-words";
import type { Texts } from "../../playground/_components/form";

export interface EvaluationDraft {
  key: number;
  templateId: string | undefined;
  mapping: Texts;
  params: Texts;
  model: string;
}

export type AttributeDraft = {
  operator: "equals" | "not_equals" | "contains" | "exists" | "not_exists";
  key: string;
  value: string;
};

export interface TaskDraft {
  name: string;
  projectId: string | null;
  types: ObservationType[];
  statuses: SpanStatus[];
  spanName: string;
  attribute: AttributeDraft;
  entryOnly: boolean;
  /** 1 to 100; null counts as 100. */
  percent: number | null;
  unit: "trace" | "span";
  continuous: boolean;
  evaluations: EvaluationDraft[];
  /** The traces whose past spans are evaluated as soon as the task exists; null for none. */
  traces: TraceChoice | null;
  /** The most that this may cost, in dollars as typed. */
  ceiling: string;
}

export const newEvaluation = (key: number): EvaluationDraft => ({
  key,
  templateId: undefined,
  mapping: {},
  params: {},
  model: "",
});

export const newDraft = (projectId: string | null): TaskDraft => ({
  name: "",
  projectId,
  types: ["llm"],
  statuses: [],
  spanName: "",
  attribute: { key: "", operator: "equals", value: "" },
  entryOnly: false,
  percent: 100,
  unit: "trace",
  continuous: true,
  evaluations: [newEvaluation(0)],
  traces: null,
  ceiling: "",
});

/** A new task that begins with chosen traces. */
export const draftForTraces = (projectId: string | null, traces: TraceChoice): TaskDraft => ({
  ...newDraft(projectId),
  continuous: false,
  traces,
});

export function filtersOf({ types, statuses, spanName, attribute, entryOnly }: TaskDraft): SpanFilters {
  const key = attribute.key.trim();
  const asks = attribute.operator.endsWith("exists");
  return {
    ...(types.length > 0 ? { observation_types: types } : {}),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(spanName.trim() ? { name: spanName.trim() } : {}),
    ...(key
      ? { attributes: [{ key, operator: attribute.operator, ...(asks ? {} : { value: attribute.value }) }] }
      : {}),
    ...(entryOnly ? { entry_only: true } : {}),
  };
}

const nonBlank = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));

export const evaluationsOf = ({ evaluations }: TaskDraft) =>
  evaluations.flatMap(({ templateId, mapping, params, model }) =>
    templateId
      ? [
          {
            template_id: templateId,
            mapping: nonBlank(mapping),
            params: nonBlank(params),
            ...(model.trim() ? { model: model.trim() } : {}),
          },
        ]
      : [],
  );

/** The request that creates the task. */
export const requestOf = (draft: TaskDraft) => ({
  name: draft.name.trim() || "Evaluation of spans",
  project_id: draft.projectId ?? "",
  filters: filtersOf(draft),
  sampling_rate: (draft.percent ?? 100) / 100,
  sampling_unit: draft.unit,
  continuous: draft.continuous,
  evaluations: evaluationsOf(draft),
  ...(draft.traces ? { backfill: { traces: draft.traces, ceiling_micros: microsOf(draft.ceiling) ?? null } } : {}),
});

/** The preview request, without incomplete evaluations; null if there is nothing to count. */
export function previewOf(draft: TaskDraft, isComplete: (evaluation: EvaluationDraft) => boolean): PreviewInput | null {
  if (!draft.projectId) return null;
  const complete = { ...draft, evaluations: draft.evaluations.filter(isComplete) };
  return {
    project_id: draft.projectId,
    filters: filtersOf(draft),
    sampling_rate: (draft.percent ?? 100) / 100,
    sampling_unit: draft.unit,
    evaluations: evaluationsOf(complete),
    ...(draft.traces ? { traces: draft.traces } : {}),
  };
}

/** The usual span paths of inputs, by input name. */
const usual: Record<string, string> = {
  input: "span.input",
  query: "span.input",
  question: "span.input",
  prompt: "span.input",
  output: "span.output",
  response: "span.output",
  text: "span.output",
  answer: "span.output",
  hypothesis: "span.output",
};
export const PATHS = [
  "span.output",
  "span.input",
  "span.name",
  "span.model",
  "span.attributes.",
  "trace.input",
  "trace.output",
];

/** The default mapping of a template's required inputs. */
export const mappingFor = (keys: readonly string[]): Texts =>
  Object.fromEntries(keys.map((key) => [key, usual[key.toLowerCase()] ?? ""]));

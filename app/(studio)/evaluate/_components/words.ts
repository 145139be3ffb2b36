// Screen names of the API's values.
import type {
  Aggregation,
  EvalOutput,
  EvalType,
  LogSource,
  OutputType,
  TemplateType,
} from "@/lib/contracts/evaluation/names";

const kindWords: Record<EvalType, string> = { agent: "Judged", llm: "Judged", code: "Computed" };
export const outputWords: Record<EvalOutput, string> = {
  "Pass/Fail": "Pass or fail",
  score: "Score, 0 to 1",
  numeric: "Number",
  choices: "Choice",
  reason: "Text",
};
export const outputTypeWords: Record<OutputType, string> = {
  pass_fail: "Pass or fail",
  percentage: "Score or number",
  deterministic: "Choice",
};

export const aggregationWords: Record<Aggregation, string> = {
  weighted_avg: "Weighted mean",
  avg: "Mean",
  min: "Lowest score",
  max: "Highest score",
  pass_rate: "Share of parts that pass",
};

/** "dataset_evaluation" as "Dataset evaluation". */
export const sourceText = (source: LogSource | string): string =>
  source === "sdk" ? "SDK" : source.charAt(0).toUpperCase() + source.slice(1).replaceAll("_", " ");

export const kindOf = ({ template_type, eval_type }: { template_type: TemplateType; eval_type: EvalType }): string =>
  template_type === "composite" ? "Composite" : kindWords[eval_type];

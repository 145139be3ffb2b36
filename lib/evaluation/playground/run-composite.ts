import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/templates/composites";
import { compositeInOrganization } from "../templates/composites";
import type { Evaluated } from "../templates/evaluate";
import { runOf } from "./playground";
import { failureOf, runAndLog } from "./run";

export const runCompositeTemplate: Verb<typeof contracts.runCompositeTemplate> = async (context, { id, ...input }) => {
  const { db, caller } = context;
  const template = await compositeInOrganization(db, caller.organizationId, id);
  const run = runOf(input, "composite_eval");
  const { ran, logId } = await runAndLog(context, template, run);
  const { result } = ran;
  if (!result.parts) throw result.outcome === "error" ? failureOf(result, ran, run) : new Error("it ran no parts");
  const children = result.parts.map(presentResult);
  const failed = children.filter(({ status }) => status === "failed").length;
  const { aggregation } = template.version.definition;
  return {
    composite_id: template.id,
    composite_name: template.name,
    aggregation_enabled: aggregation !== null,
    aggregation_function: aggregation,
    aggregate_score: result.outcome === "scored" ? result.score : null,
    aggregate_pass: result.outcome === "scored" ? result.passed : null,
    children,
    summary: result.reason,
    error_localizer_results: null,
    log_id: logId,
    total_children: children.length,
    completed_children: children.length - failed,
    failed_children: failed,
  };
};

type Part = NonNullable<Evaluated["parts"]>[number];

const presentResult = ({ id, name, weight, outputType, result }: Part, order: number) => ({
  child_id: id,
  child_name: name,
  order,
  weight,
  score: result.outcome === "scored" ? result.score : null,
  output: result.outcome === "scored" ? result.output : null,
  output_type: outputType,
  reason: result.reason,
  status: result.outcome === "error" ? ("failed" as const) : ("completed" as const),
  error: result.outcome === "error" ? result.reason : null,
  log_id: null,
});

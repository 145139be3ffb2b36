import { and, eq, inArray } from "drizzle-orm";
import { evalLogs, evalTemplates } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/logs";
import { invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { newestFirst } from "@/lib/pages";
import { feedbackOf, presentFeedback } from "../feedback/feedback";
import { errorDetailsOf } from "../localization/localize";

export const listEvalLogs: Verb<typeof contracts.listEvalLogs> = async ({ db, caller }, input) => {
  const rows = await db
    .select({
      id: evalLogs.id,
      log_id: evalLogs.id,
      template_id: evalLogs.templateId,
      template_name: evalTemplates.name,
      dataset_id: evalLogs.datasetId,
      source: evalLogs.source,
      status: evalLogs.status,
      createdAt: evalLogs.createdAt,
    })
    .from(evalLogs)
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalLogs.templateId))
    .where(
      and(
        inOrganization(evalLogs, caller.organizationId),
        input.log_id ? eq(evalLogs.id, input.log_id) : undefined,
        input.dataset_id ? eq(evalLogs.datasetId, input.dataset_id) : undefined,
        input.template_id ? eq(evalLogs.templateId, input.template_id) : undefined,
      ),
    )
    .orderBy(newestFirst(evalLogs.createdAt), evalLogs.id)
    .limit(input.limit);
  return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() }));
};

const inWords = (source: string): string =>
  source
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

export const getEvalLog: Verb<typeof contracts.getEvalLog> = async ({ db, caller }, { log_id: id }) => {
  const own = and(eq(evalLogs.id, id), inOrganization(evalLogs, caller.organizationId));
  const [found] = await db
    .select({ log: evalLogs, name: evalTemplates.name })
    .from(evalLogs)
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalLogs.templateId))
    .where(own);
  if (!found) throw notFound("Evaluation log not found.");
  const { log, name } = found;
  const feedback = await feedbackOf(db, caller.organizationId, [log.id]);
  const { localization } = log;
  return {
    log_id: log.id,
    evaluation_id: log.id,
    template_id: log.templateId,
    template_name: name,
    template_version: `V${log.versionNumber}`,
    created_at: log.createdAt.toISOString(),
    source: inWords(log.source),
    status: log.status,
    outcome: log.outcome,
    required_keys: Object.keys(log.mapping),
    values: log.mapping,
    params: log.params,
    output: {
      output: log.output ?? null,
      reason: log.reason,
      ...(log.warnings.length > 0 ? { warnings: log.warnings } : {}),
    },
    score: log.score,
    passed: log.passed,
    model: log.model,
    prompt: log.prompt,
    metadata: log.metadata,
    raw_answer: log.rawAnswer,
    fingerprint: log.fingerprint,
    execution_time: log.executionMs,
    input_data_types: log.inputTypes,
    dataset_id: log.datasetId,
    error_localizer: log.errorLocalizer,
    error_localizer_status: localization?.status ?? null,
    error_localizer_message: localization?.message ?? null,
    error_details: errorDetailsOf(localization, log.mapping),
    feedback: feedback.map(presentFeedback),
  };
};

export const deleteEvalLogs: Verb<typeof contracts.deleteEvalLogs> = async ({ db, caller, now }, { log_ids: ids }) => {
  const deleted = await db
    .update(evalLogs)
    .set({ deletedAt: now(), localization: null })
    .where(and(inArray(evalLogs.id, ids), inOrganization(evalLogs, caller.organizationId)))
    .returning({ id: evalLogs.id });
  if (deleted.length === 0) throw invalidField("log_ids", "No matching logs were found.");
  return { deleted: deleted.length };
};

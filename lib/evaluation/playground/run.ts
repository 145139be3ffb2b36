// Runs a template once for a caller: checks, evaluates and logs it.
import type { Context } from "@/lib/context";
import type { LogSource } from "@/lib/contracts/evaluation/names";
import { invalid, invalidField } from "@/lib/errors";
import { isRecord } from "@/lib/records";
import { NOT_CONFIGURED } from "../judge/judge";
import { writeLog } from "../logs/write-log";
import type { Evaluated } from "../templates/evaluate";
import type { Template } from "../templates/loaders";
import type { PartialInput } from "../templates/rules/inputs";
import { logOf, prepareEvaluation, type Ran, runEvaluation } from "../templates/run-evaluation";

export interface Run {
  mapping: Readonly<Record<string, unknown>>;
  /** The request's name for the mapping, so that errors use it (default: `mapping`). */
  mappingField?: "inputs";
  params: Readonly<Record<string, unknown>>;
  model: string | null;
  source: LogSource;
  inputTypes: Readonly<Record<string, unknown>>;
  errorLocalizer: boolean;
  /** Overrides the template's. */
  passThreshold: number | null;
  /** The values of {{row.x}} and similar variables. */
  contexts: Readonly<Record<string, unknown>>;
}

interface PlaygroundResult {
  result: Exclude<Evaluated, { outcome: "error" }>;
  logId: string | null;
  fingerprint: string;
  warnings: PartialInput[];
  executionMs: number;
}

/** Throws a 400 for a run that cannot start, and for one that failed. A failed run is logged all the same. */
export async function runTemplate(context: Context, template: Template, run: Run): Promise<PlaygroundResult> {
  const { evaluation, ran, logId } = await runAndLog(context, template, run);
  const { result, warnings, executionMs } = ran;
  if (result.outcome === "error") throw failureOf(result, ran, run);
  return { result, logId, fingerprint: evaluation.fingerprint, warnings, executionMs };
}

/** Throws a 400 for a run that cannot start. */
export async function runAndLog(context: Context, template: Template, run: Run) {
  const { organizationId, workspaceId, userId } = context.caller;
  const { mapping, contexts, source, inputTypes } = run;
  const inputs = Object.keys(mapping);
  const evaluation = await prepareEvaluation(context.db, {
    organizationId,
    workspaceId,
    person: userId,
    template,
    inputs,
    ...run,
  });
  const ran = await runEvaluation(evaluation, { mapping, contexts });
  const log = logOf(evaluation, { mapping, contexts }, ran, source);
  const logId = await writeLog(context, { ...log, inputTypes, createdBy: userId });
  return { evaluation, ran, logId };
}

type Failed = Extract<Evaluated, { outcome: "error" }>;

/** The 400 for a run that failed. */
export function failureOf(result: Failed, { refusedInput }: Ran, run: Run) {
  const field = refusedInput === null ? null : `${run.mappingField ?? "mapping"}.${refusedInput}`;
  if (field) return invalid(result.reason, { fields: { [field]: [result.reason] } });
  if (result.reason === NOT_CONFIGURED) return invalidField("model", result.reason);
  const message = `Failed to run Eval due to the reason: ${result.reason}`;
  return invalid(message, {
    ...(result.isConfigured ? {} : { fields: { model: [message] } }),
    ...(result.retryAfterSeconds === null ? {} : { retryAfterSeconds: result.retryAfterSeconds }),
  });
}

/** The parameters of a request: from its config, or else its own. */
export function paramsOf(
  config: Record<string, unknown> | null | undefined,
  params: Record<string, unknown> | null | undefined,
) {
  const own = isRecord(config?.params) ? config.params : {};
  return Object.keys(own).length > 0 ? own : (params ?? {});
}

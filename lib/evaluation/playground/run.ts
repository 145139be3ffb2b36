// One run of a template for somebody: checked, evaluated, logged.
import type { Context } from "@/lib/context";
import type { LogSource } from "@/lib/contracts/evaluation/names";
import { invalid, invalidField } from "@/lib/errors";
import { isRecord } from "@/lib/records";
import { gatewayOf } from "../judge/ask-gateway";
import { NOT_CONFIGURED } from "../judge/judge";
import { firstState } from "../localization/localize";
import { writeLog } from "../logs/write-log";
import { type ParamSchema, readParams } from "../metrics/params";
import { type Evaluated, evaluate } from "../templates/evaluate";
import { fingerprintOf } from "../templates/fingerprint";
import { isBuiltIn, type Template } from "../templates/loaders";
import { contextInputs } from "../templates/rules/contexts";
import { isOwnCode } from "../templates/rules/definition";
import { checkInputs } from "../templates/rules/inputs";
import { subjectOf } from "../templates/subject";
import { worldOf } from "../templates/world";

export interface Run {
  mapping: Readonly<Record<string, unknown>>;
  params: Readonly<Record<string, unknown>>;
  model: string | null;
  source: LogSource;
  inputTypes: Readonly<Record<string, unknown>>;
  errorLocalizer: boolean;
  /** In place of the template's. */
  passThreshold: number | null;
  /** What {{row.x}} and its like stand for. */
  contexts: Readonly<Record<string, unknown>>;
}

export interface Done {
  result: Exclude<Evaluated, { outcome: "error" }>;
  logId: string | null;
  fingerprint: string;
  warnings: { type: "partial_input"; empty_keys: string[]; filled_keys: string[]; message: string }[];
  executionMs: number;
}

/** Throws a 400 for what cannot be run, and for a run that failed, which leaves a log all the same. */
export async function runTemplate(context: Context, template: Template, run: Run): Promise<Done> {
  const { db, caller } = context;
  const { definition, fingerprint: version, number } = template.version;
  // Safe because a member that stands there is never undefined: it came as JSON.
  const read = isOwnCode(definition)
    ? { values: run.params }
    : readParams(definition.params as ParamSchema, run.params);
  if ("problems" in read) {
    const [first] = read.problems;
    throw invalid(read.problems.map(({ message }) => message).join(" "), {
      fields: { [`params.${first?.param ?? ""}`]: read.problems.map(({ message }) => message) },
    });
  }
  const params = read.values;
  const startedAt = performance.now();
  const fingerprint = fingerprintOf({
    version,
    model: run.model ?? definition.model,
    params,
    threshold: run.passThreshold,
    inputs: Object.keys(run.mapping).toSorted(),
  });
  const checked = checkInputs(definition, isBuiltIn(template), run.mapping);
  const result = "problem" in checked ? refused(checked.problem) : await evaluated(checked.inputs);
  const executionMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
  const warnings = "problem" in checked ? [] : checked.warnings;
  const isLocalized = run.errorLocalizer || definition.error_localizer_enabled;
  const ran = {
    evalType: template.evalType,
    definition,
    outcome: result.outcome,
    output: result.outcome === "scored" ? result.output : null,
    threshold: run.passThreshold,
  };
  const logId = await writeLog(context, {
    organizationId: caller.organizationId,
    workspaceId: caller.workspaceId,
    templateId: template.id,
    versionNumber: number,
    source: run.source,
    status: result.status,
    outcome: result.outcome,
    mapping: run.mapping,
    inputTypes: run.inputTypes,
    params,
    ...(result.outcome === "scored"
      ? { output: result.output, label: result.label, score: result.score, passed: result.passed }
      : {}),
    reason: result.reason,
    warnings,
    model: result.model,
    metadata: result.metadata,
    rawAnswer: result.rawAnswer,
    fingerprint,
    executionMs,
    errorLocalizer: isLocalized,
    ...(isLocalized ? { localization: firstState(ran, "problem" in checked ? {} : checked.inputs) } : {}),
    createdBy: caller.userId,
  });
  if (result.outcome === "error") throw failure(result, "problem" in checked ? `mapping.${checked.key}` : null);
  return { result, logId, fingerprint, warnings, executionMs };

  async function evaluated(inputs: Record<string, unknown>): Promise<Evaluated> {
    const subject = await subjectOf(db, caller.organizationId, template);
    const threshold = run.passThreshold ?? definition.pass_threshold;
    const own = { ...subject, definition: { ...definition, pass_threshold: threshold } };
    const given = { inputs: { ...inputs, ...contextInputs(definition, run.contexts) }, params, model: run.model };
    const session = `evaluation ${template.name}`.slice(0, 200);
    const ask = () => gatewayOf(db, caller.organizationId, session);
    const embedBy = () => gatewayOf(db, caller.organizationId, session, "/v1/embeddings");
    return evaluate(own, given, { ask, world: worldOf(caller.organizationId, run.model, embedBy) });
  }
}

type Failed = Extract<Evaluated, { outcome: "error" }>;

const refused = (reason: string): Failed => ({
  outcome: "error",
  status: "error",
  reason,
  model: null,
  metadata: null,
  rawAnswer: null,
  isConfigured: true,
  retryAfterSeconds: null,
});

function failure(result: Failed, field: string | null) {
  if (field) return invalid(result.reason, { fields: { [field]: [result.reason] } });
  if (result.reason === NOT_CONFIGURED) return invalidField("model", result.reason);
  const message = `Failed to run Eval due to the reason: ${result.reason}`;
  return invalid(message, {
    ...(result.isConfigured ? {} : { fields: { model: [message] } }),
    ...(result.retryAfterSeconds === null ? {} : { retryAfterSeconds: result.retryAfterSeconds }),
  });
}

/** The parameters of a request: those of its config, or else its own. */
export function paramsOf(
  config: Record<string, unknown> | null | undefined,
  params: Record<string, unknown> | null | undefined,
) {
  const own = isRecord(config?.params) ? config.params : {};
  return Object.keys(own).length > 0 ? own : (params ?? {});
}

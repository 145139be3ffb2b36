import { and, eq } from "drizzle-orm";
import { evalLogs, evalTemplates, evalTemplateVersions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/sdk/evaluations";
import { MAX_CASES } from "@/lib/contracts/evaluation/sdk/evaluations";
import { Failure, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { errorDetailsOf } from "../localization/localize";
import { currentVersions, type Template, templatesInOrganization, visibleTemplates } from "../templates/loaders";
import { casesOf, templateNamed } from "./named";
import { paramsOf, runTemplate } from "./run";

const AT_ONCE = 5;

export const listSdkEvals: Verb<typeof contracts.listSdkEvals> = async ({ db, caller }) => {
  const offered = and(
    visibleTemplates(caller.organizationId),
    eq(evalTemplates.hidden, false),
    eq(evalTemplates.draft, false),
  );
  const templates = await currentVersions(db, offered);
  return templates
    .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
    .map(presentSdkEval);
};

export const getSdkTemplate: Verb<typeof contracts.getSdkTemplate> = async ({ db, caller }, { eval_id }) => {
  const [template] = await templatesInOrganization(db, caller.organizationId, [eval_id]);
  if (!template || template.draft) throw notFound("Evaluation not found.");
  return presentSdkEval(template);
};

const presentSdkEval = ({ id, name, description, tags, version: { definition } }: Template) => ({
  id,
  eval_id: id,
  name,
  description,
  eval_tags: tags,
  config: {
    output: definition.output,
    required_keys: definition.required_keys,
    optional_keys: definition.optional_keys,
    function_params_schema: definition.params,
  },
});

type Input = Parameters<Verb<typeof contracts.runSdkEval>>[1];

export const runSdkEval: Verb<typeof contracts.runSdkEval> = async (context, input) => {
  const template = await templateNamed(context, input.eval_name, "eval_name");
  const cases = casesOf(input.inputs, MAX_CASES, "inputs");
  const evaluations: Awaited<ReturnType<typeof runCase>>[] = [];
  for (let start = 0; start < cases.length; start += AT_ONCE) {
    const now = cases.slice(start, start + AT_ONCE);
    evaluations.push(
      ...(await Promise.all(now.map((mapping) => runCase(context, template, input, mapping, cases.length > 1)))),
    );
  }
  return evaluations.map((evaluation) => ({ evaluations: [evaluation] }));
};

/** Throws a 400 for a case that failed, unless it is one of many: then it is an evaluation with the outcome error. */
export async function runCase(
  context: Context,
  template: Template,
  input: Pick<Input, "model" | "config" | "error_localizer">,
  mapping: Record<string, unknown>,
  isOneOfMany: boolean,
) {
  const common = {
    name: template.name,
    output_type: template.version.definition.output,
    error_localizer_enabled: input.error_localizer ?? false,
    error_localizer: null,
  };
  try {
    const done = await runTemplate(context, template, {
      mapping,
      mappingField: "inputs",
      params: paramsOf(input.config, null),
      model: input.model?.trim() || null,
      source: "sdk",
      inputTypes: {},
      errorLocalizer: input.error_localizer ?? false,
      passThreshold: null,
      contexts: {},
    });
    const { result, logId, fingerprint, executionMs } = done;
    const output = result.outcome === "scored" ? result.output : null;
    const { reason, model, outcome } = result;
    return { ...common, eval_id: logId, output, outcome, reason, runtime: Math.round(executionMs), model, fingerprint };
  } catch (error) {
    if (!isOneOfMany || !(error instanceof Failure) || error.kind !== "invalid") throw error;
    const failed = {
      output: null,
      outcome: "error" as const,
      reason: error.message,
      runtime: 0,
      model: null,
      fingerprint: "",
    };
    return { ...common, eval_id: null, ...failed };
  }
}

export const getSdkEval: Verb<typeof contracts.getSdkEval> = async ({ db, caller }, { eval_id: id }) => {
  const [found] = await db
    .select({ log: evalLogs, name: evalTemplates.name, definition: evalTemplateVersions.definition })
    .from(evalLogs)
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalLogs.templateId))
    .innerJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, evalLogs.templateId),
        eq(evalTemplateVersions.number, evalLogs.versionNumber),
      ),
    )
    .where(and(eq(evalLogs.id, id), inOrganization(evalLogs, caller.organizationId)));
  if (!found) throw notFound("Evaluation not found.");
  const { log, name, definition } = found;
  return {
    eval_status: log.outcome === "error" ? ("failed" as const) : ("completed" as const),
    result: {
      eval_id: log.id,
      name,
      input_data: log.mapping,
      reason: log.reason,
      runtime: Math.round(log.executionMs),
      model: log.model,
      output_type: definition.output,
      value: log.output ?? null,
      status: log.status,
      outcome: log.outcome,
      error_localizer_enabled: log.errorLocalizer,
      error_localizer: errorDetailsOf(log.localization, log.mapping),
    },
  };
};

import type { Context, Verb } from "@/lib/context";
import type { LogSource } from "@/lib/contracts/evaluation/names";
import type * as contracts from "@/lib/contracts/evaluation/playground";
import { invalidField } from "@/lib/errors";
import { isRecord } from "@/lib/records";
import { type Template, templateInVersion } from "../templates/loaders";
import { namedContexts } from "./contexts";
import { paramsOf, type Run, runTemplate } from "./run";

export const runInPlayground: Verb<typeof contracts.runInPlayground> = async (context, input) => {
  if (input.kb_id) throw invalidField("kb_id", "There is no such knowledge base.");
  const template = await templateNamed(context, input.template_id, input.version_number ?? null);
  const run = runOf(input, "eval_playground");
  const contexts = { ...(await namedContexts(context, input)), ...withoutNone(run.contexts) };
  const { result, logId, fingerprint, warnings, executionMs } = await runTemplate(context, template, {
    ...run,
    contexts,
  });
  return {
    status: true,
    result: {
      output: result.outcome === "scored" ? result.output : null,
      reason: result.reason,
      model: result.model,
      metadata: result.metadata,
      output_type: template.version.definition.output,
      log_id: logId,
      outcome: result.outcome,
      fingerprint,
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    execution_time: executionMs,
  };
};

type RunInput = Omit<Parameters<Verb<typeof contracts.runInPlayground>>[1], "template_id">;

/** The run that a request describes. */
export function runOf(input: RunInput, source: LogSource): Run {
  const runConfig = isRecord(input.config?.run_config) ? input.config.run_config : {};
  const { pass_threshold: threshold } = runConfig;
  return {
    mapping: input.mapping ?? mappingIn(input.config?.mapping),
    params: paramsOf(input.config, input.params),
    model: input.model?.trim() || (typeof runConfig.model === "string" && runConfig.model.trim()) || null,
    source,
    inputTypes: input.input_data_types ?? {},
    errorLocalizer: input.error_localizer ?? false,
    passThreshold: typeof threshold === "number" && threshold >= 0 && threshold <= 1 ? threshold : null,
    contexts: {
      row: input.row_context,
      span: input.span_context,
      trace: input.trace_context,
      session: input.session_context,
      call: input.call_context,
    },
  };
}

const withoutNone = (contexts: Run["contexts"]) =>
  Object.fromEntries(Object.entries(contexts).filter(([, value]) => value != null));

function mappingIn(sent: unknown): Record<string, unknown> {
  if (!isRecord(sent)) throw invalidField("mapping", "Must be an object.");
  return sent;
}

/** A missing template is a 400, not a 404, because the body names it. */
async function templateNamed({ db, caller }: Context, id: string, version: number | null): Promise<Template> {
  const { organizationId } = caller;
  const template = await templateInVersion(db, organizationId, id, version);
  if (template && !template.draft) return template;
  if (version !== null && !template && (await templateInVersion(db, organizationId, id, null)))
    throw invalidField("version_number", "Version not found.");
  throw invalidField("template_id", "There is no such evaluation template.");
}

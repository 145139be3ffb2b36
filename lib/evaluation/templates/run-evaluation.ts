// Runs one pinned template with its settings on many inputs; returns each result and its cost. It stores nothing:
// `logOf` makes the log, and lib/evaluation/logs/write-log.ts writes it.
import type { Database } from "@/db/client";
import type { evalLogs } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";
import type { LogSource } from "@/lib/contracts/evaluation/names";
import { invalid } from "@/lib/errors";
import { reasonOf } from "@/lib/failures";
import { handledBy } from "@/lib/rejections";
import { type ExamplesFor, loadExamples } from "../ground-truth/loaders";
import { type AskOptions, gatewayOf } from "../judge/ask-gateway";
import type { AskModel } from "../judge/judge";
import { noSpend, plus, type Spend, spendOf } from "../judge/spend";
import { firstState } from "../localization/localize";
import { type Evaluated, evaluate, type Subject } from "./evaluate";
import { fingerprintOf } from "./fingerprint";
import { intakeOf } from "./intake";
import { isBuiltIn, type Template } from "./loaders";
import { readTemplateParams } from "./params";
import { contextInputs } from "./rules/contexts";
import { checkInputs, type PartialInput } from "./rules/inputs";
import { subjectOf } from "./subject";
import { worldOf } from "./world";

interface EvaluationSettings {
  /** Whose evaluation it is. The logs belong to the workspace. */
  organizationId: string;
  workspaceId: string;
  /** The person who runs it, if known: people of an organization take turns. */
  person: string | null;
  /** With the version that runs. */
  template: Template;
  /** As given; checked here. */
  params: Readonly<Record<string, unknown>>;
  /** Overrides the template's judge. */
  model: string | null;
  /** Overrides the template's threshold. */
  passThreshold: number | null;
  errorLocalizer: boolean;
  /** The names of the mapped inputs: part of the fingerprint. */
  inputs: readonly string[];
  /** For a composite template: the versions of its parts (default: the current ones). */
  childVersions?: Readonly<Record<string, number>>;
  /** How to find its gateway calls later. */
  calls?: AskOptions;
}

export interface Evaluation extends EvaluationSettings {
  db: Database;
  subject: Subject;
  examples: ExamplesFor;
  /** The same for scores that can be compared. */
  fingerprint: string;
  ask: (path?: Parameters<typeof gatewayOf>[3]) => Promise<AskModel>;
}

/** Throws a 400 for parameters that the template does not take, and if a part of a composite was deleted. */
export async function prepareEvaluation(db: Database, settings: EvaluationSettings): Promise<Evaluation> {
  const { organizationId, template, model, passThreshold } = settings;
  const { definition } = template.version;
  const params = paramsOf(template, settings.params);
  const subject = await subjectOf(db, organizationId, template, settings.childVersions);
  const definitions = [subject, ...subject.children.map(({ subject }) => subject)].map(({ definition }) => definition);
  const examples = await loadExamples(db, organizationId, definitions);
  const fingerprint = fingerprintOf({
    // A changed part changes a composite's score.
    ...(subject.children.length > 0 ? { parts: subject.children.map(({ subject }) => subject.definition) } : {}),
    version: template.version.fingerprint,
    model: model ?? definition.model,
    params,
    threshold: passThreshold,
    inputs: settings.inputs.toSorted(),
  });
  const session = cut(`evaluation ${template.name}`, 200);
  const opened = new Map<string, Promise<AskModel>>();
  const ask: Evaluation["ask"] = (path = "/v1/chat/completions") => {
    const known = opened.get(path) ?? gatewayOf(db, organizationId, session, path, settings.calls);
    opened.set(path, known);
    known.catch((error) => {
      opened.delete(path);
      return handledBy("the caller that asks the model")(error);
    });
    return known;
  };
  const own = { ...subject, definition: { ...definition, pass_threshold: passThreshold ?? definition.pass_threshold } };
  return { ...settings, db, params, subject: own, examples, fingerprint, ask };
}

/** Throws with all problems. */
function paramsOf(template: Template, raw: EvaluationSettings["params"]) {
  const read = readTemplateParams(template, raw);
  if ("values" in read) return read.values;
  const messages = read.problems.map(({ message }) => message);
  throw invalid(messages.join(" "), { fields: { [`params.${read.problems[0]?.param ?? ""}`]: messages } });
}

interface EvaluationInput {
  mapping: Readonly<Record<string, unknown>>;
  /** The values of {{row.x}} and similar variables. */
  contexts: Readonly<Record<string, unknown>>;
}

export interface Ran extends Spend {
  result: Evaluated;
  /** The inputs that the template got from the mapping; empty if they were refused. */
  inputs: Record<string, unknown>;
  /** The input that was refused. */
  refusedInput: string | null;
  warnings: PartialInput[];
  executionMs: number;
}

/** Never throws: a failure is an error with its reason. */
export async function runEvaluation(evaluation: Evaluation, input: EvaluationInput): Promise<Ran> {
  const startedAt = performance.now();
  const { template } = evaluation;
  const intake = intakeOf(evaluation.subject, isBuiltIn(template));
  const checked = checkInputs(template.version.definition, intake, input.mapping);
  let spent: Spend = noSpend;
  const count = (spend: Spend) => {
    spent = plus(spent, spend);
  };
  const result =
    "problem" in checked ? failed(checked.problem, false) : await evaluated(evaluation, input, checked.inputs, count);
  const executionMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
  return "problem" in checked
    ? { result, inputs: {}, refusedInput: checked.key, warnings: [], executionMs, ...spent }
    : { result, inputs: checked.inputs, refusedInput: null, warnings: checked.warnings, executionMs, ...spent };
}

async function evaluated(
  { subject, params, model, organizationId, person, examples, ask }: Evaluation,
  { contexts }: EvaluationInput,
  inputs: Record<string, unknown>,
  count: (spend: Spend) => void,
): Promise<Evaluated> {
  const withCount = async (model: Promise<AskModel>): Promise<AskModel> => {
    const ask = await model;
    return async (body) => {
      const answer = await ask(body);
      count(spendOf(answer));
      return answer;
    };
  };
  try {
    const all = { ...inputs, ...contextInputs(subject.definition, contexts) };
    return await evaluate(
      subject,
      { inputs: all, contexts, params, model },
      {
        ask: () => withCount(ask()),
        examples,
        world: worldOf({ organization: organizationId, person }, model, () => withCount(ask("/v1/embeddings"))),
      },
    );
  } catch (error) {
    return failed(`The evaluation could not be run. ${reasonOf(error)}`, true);
  }
}

const failed = (reason: string, mayRetry: boolean): Extract<Evaluated, { outcome: "error" }> => ({
  outcome: "error",
  status: "error",
  reason,
  model: null,
  metadata: null,
  rawAnswer: null,
  isConfigured: true,
  mayRetry,
  retryAfterSeconds: null,
});

/** A run's log, without what only its caller knows. */
export function logOf(evaluation: Evaluation, { mapping }: EvaluationInput, ran: Ran, source: LogSource) {
  const { result, warnings, executionMs } = ran;
  const { organizationId, workspaceId, template, params, fingerprint, passThreshold } = evaluation;
  const { definition, number } = template.version;
  const isLocalized = evaluation.errorLocalizer || definition.error_localizer_enabled;
  const localized = {
    evalType: template.evalType,
    definition,
    outcome: result.outcome,
    output: result.outcome === "scored" ? result.output : null,
    threshold: passThreshold,
  };
  return {
    organizationId,
    workspaceId,
    templateId: template.id,
    versionNumber: number,
    source,
    status: result.status,
    outcome: result.outcome,
    mapping,
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
    ...(isLocalized ? { localization: firstState(localized, ran.inputs) } : {}),
  } satisfies typeof evalLogs.$inferInsert;
}

// Runs one version of a template on one set of inputs. It checks no permissions and stores nothing.

import { isTemporaryFailure } from "@/db/outages/database-outage";
import type { EvalOutput, LogStatus } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { reasonOf } from "@/lib/failures";
import { runCode } from "../code/run-code";
import type { ExamplesFor } from "../ground-truth/loaders";
import { type AskModel, type JudgeFailure, judge } from "../judge/judge";
import { mediaProblem } from "../judge/media";
import type { JudgeCase } from "../judge/prompt";
import { computedByName } from "../metrics";
import { Unscored } from "../metrics/unscored";
import { ModelRefused, type World } from "../metrics/world";
import { combine } from "./rules/combine";
import { contextInputs } from "./rules/contexts";
import { isOwnCode } from "./rules/definition";
import { type Verdict, verdictOf } from "./rules/score";

export interface Subject {
  name: string;
  evalType: "agent" | "llm" | "code";
  definition: TemplateDefinition;
  /** The parts of a composite template. */
  children: readonly { id: string; subject: Subject; weight: number }[];
}

interface Case {
  inputs: Readonly<Record<string, unknown>>;
  /** What variables such as {{row.x}} of a composite's parts refer to. */
  contexts: Readonly<Record<string, unknown>>;
  /** Checked by `checkParams`. */
  params: Readonly<Record<string, unknown>>;
  /** The requested judge; null for the template's own. */
  model: string | null;
}

interface Common {
  reason: string;
  /** The judge; null if no model was called. */
  model: string | null;
  metadata: Record<string, unknown> | null;
  rawAnswer: string | null;
  /** For a composite: the results of its parts, in order. */
  parts?: readonly CompositePart[];
}

export type Evaluated = Common &
  (
    | ({ outcome: "scored"; status: "success" } & Verdict)
    | { outcome: "unscored"; status: "success" }
    | {
        outcome: "error";
        status: Exclude<LogStatus, "success">;
        isConfigured: boolean;
        /** Whether a retry may end differently: the service was busy, unavailable or broken. */
        mayRetry: boolean;
        retryAfterSeconds: number | null;
      }
  );

/** What a run may use. */
interface RunContext {
  ask: () => Promise<AskModel>;
  world: World;
  /** For a judged template: examples for these inputs, besides its own. */
  examples?: ExamplesFor;
}

export async function evaluate(subject: Subject, evaluated: Case, context: RunContext): Promise<Evaluated> {
  if (subject.children.length > 0) return evaluateAll(subject, evaluated, context);
  if (isOwnCode(subject.definition)) return computeOwn(subject, evaluated, context.world);
  if (subject.evalType === "code") return compute(subject, evaluated, context.world);
  return askJudge(withExamples(subject, evaluated, context), evaluated, context.ask);
}

function withExamples(subject: Subject, { inputs }: Case, { examples }: RunContext): Subject {
  const { definition } = subject;
  const more = examples?.(definition, inputs) ?? [];
  return { ...subject, definition: { ...definition, few_shot_examples: [...definition.few_shot_examples, ...more] } };
}

const untold = { model: null, metadata: null, rawAnswer: null };

async function computeOwn({ definition }: Subject, { inputs, params }: Case, { owner }: World): Promise<Evaluated> {
  try {
    const { score, reason } = await runCode(definition.code ?? "", inputs, params, owner ? { owner } : {});
    return { ...untold, outcome: "scored", status: "success", reason, ...verdictOf(definition, score) };
  } catch (error) {
    if (error instanceof Unscored) return { ...untold, outcome: "unscored", status: "success", reason: error.message };
    return failed(`The code could not be run. ${reasonOf(error)}`);
  }
}

async function compute({ name, definition }: Subject, { inputs, params }: Case, world: World): Promise<Evaluated> {
  const template = computedByName.get(name);
  if (!template) return failed(`This release has no function ${name}.`);
  try {
    const result = await template.compute(inputs, params, world);
    if (result.score === null) return { ...untold, outcome: "unscored", status: "success", reason: result.unscored };
    const verdict = verdictOf(definition, result.score);
    return { ...untold, outcome: "scored", status: "success", reason: result.reason, ...verdict };
  } catch (error) {
    if (!(error instanceof ModelRefused))
      return { ...failed(`The function failed. ${reasonOf(error)}`), mayRetry: isTemporaryFailure(error) };
    const { mayRetry, retryAfterSeconds } = error;
    return { ...failed(`The function failed: ${error.message}`), mayRetry, retryAfterSeconds };
  }
}

const failed = (reason: string): Extract<Evaluated, { outcome: "error" }> => ({
  ...untold,
  outcome: "error",
  status: "error",
  reason,
  isConfigured: true,
  mayRetry: false,
  retryAfterSeconds: null,
});

const statuses: Record<JudgeFailure, Exclude<LogStatus, "success">> = {
  not_configured: "error",
  rate_limited: "rate_limited",
  insufficient_credits: "insufficient_credits",
  refused: "error",
  unusable: "error",
};

async function askJudge({ definition }: Subject, evaluated: Case, ask: () => Promise<AskModel>): Promise<Evaluated> {
  for (const [key, value] of Object.entries(evaluated.inputs)) {
    const problem = mediaProblem(definition.param_modalities[key] ?? [], value);
    if (problem) return failed(`${key}: ${problem}`);
  }
  const answer = await judge(judgeCaseOf(definition, evaluated), evaluated.model ?? definition.model, await ask());
  const common = { model: answer.model, metadata: { usage: answer.usage }, rawAnswer: answer.raw };
  if ("failure" in answer) {
    return {
      ...common,
      outcome: "error",
      status: statuses[answer.failure],
      reason: answer.message,
      isConfigured: answer.failure !== "not_configured",
      mayRetry: answer.mayRetry,
      retryAfterSeconds: answer.retryAfterSeconds,
    };
  }
  const metadata = { ...common.metadata, repaired: answer.repaired };
  const verdict = verdictOf(definition, answer.result);
  return { ...common, metadata, outcome: "scored", status: "success", reason: answer.explanation, ...verdict };
}

/**
 * If the template has parameters for them, the run can give the rule, the choices, and whether several may be chosen.
 */
function judgeCaseOf(definition: TemplateDefinition, { inputs, params }: Case): JudgeCase {
  const choices = Array.isArray(params.choices) ? params.choices.map(String) : definition.choices;
  return {
    definition,
    criteria: typeof params.rule_prompt === "string" ? params.rule_prompt : (definition.instructions ?? ""),
    choices,
    multiChoice: typeof params.multi_choice === "boolean" ? params.multi_choice : definition.multi_choice,
    inputs,
  };
}

interface CompositePart {
  id: string;
  name: string;
  outputType: EvalOutput;
  weight: number;
  result: Evaluated;
}

/**
 * A composite has a score only if all its parts have one: an average over some of them would be a different measure.
 */
async function evaluateAll(subject: Subject, evaluated: Case, context: RunContext): Promise<Evaluated> {
  const parts = await Promise.all(
    subject.children.map(async ({ id, subject: child, weight }): Promise<CompositePart> => {
      const keys = new Set([...child.definition.required_keys, ...child.definition.optional_keys]);
      const own = Object.entries(evaluated.inputs).filter(([key]) => keys.size === 0 || keys.has(key));
      const inputs = { ...Object.fromEntries(own), ...contextInputs(child.definition, evaluated.contexts) };
      const result = await evaluate(child, { ...evaluated, inputs, params: {} }, context);
      return { id, name: child.name, outputType: child.definition.output, weight, result };
    }),
  );
  const metadata = { children: parts.map(presentPart) };
  const common = { ...untold, metadata, parts };
  const error = parts.find(({ result }) => result.outcome === "error");
  if (error?.result.outcome === "error")
    return { ...error.result, reason: `${error.name}: ${error.result.reason}`, metadata, parts };
  const unscored = { ...common, outcome: "unscored", status: "success" } as const;
  if (subject.definition.aggregation === null)
    return { ...unscored, reason: "This template keeps the scores of its parts apart." };
  const open = parts.find(({ result }) => result.outcome !== "scored" || result.score === null);
  if (open) return { ...unscored, reason: `${open.name} has no score: ${open.result.reason}` };
  const scored = parts.flatMap(({ name, weight, result }) =>
    result.outcome === "scored" && result.score !== null ? [{ name, weight, ...result, score: result.score }] : [],
  );
  const score = combine(subject.definition.aggregation, scored);
  const reason = scored.map(({ name, score, reason }) => `${name}: ${score} – ${reason}`).join("\n");
  return { ...common, outcome: "scored", status: "success", reason, ...verdictOf(subject.definition, score) };
}

const presentPart = ({ name, weight, result }: CompositePart) => ({
  name,
  weight,
  outcome: result.outcome,
  ...(result.outcome === "scored" ? { output: result.output, score: result.score } : {}),
  reason: result.reason,
});

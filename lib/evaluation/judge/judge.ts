// Asks a model for a verdict. If the first answer is invalid, it asks once more and says why.
import { excerpt } from "@/lib/bounds/excerpt";
import { isRecord, recordsIn } from "@/lib/records";
import { answerSchema, type JudgeCase, judgeMessages, type Message } from "./prompt";
import { type JudgeResult, readAnswer } from "./read-answer";
import { addUsage, noUsage, type Usage } from "./usage";

/**
 * One chat with a model through the gateway, which has this many seconds, or the usual time. Rejects only if the gateway
 * itself is broken.
 */
export type AskModel = (body: object, seconds?: number) => Promise<ModelAnswer>;

export interface ModelAnswer {
  status: number;
  body: unknown;
  /** The target that answered, `provider/model`, if known. */
  model: string | null;
  /** Null if unknown: the model has no price. */
  costUsd: number | null;
  traceId: string | null;
  retryAfterSeconds: number | null;
  /** What the gateway says about a retry, if anything. */
  shouldRetry?: boolean;
}

/** Whether a retry may succeed: the model is busy, unavailable or broken. */
export const isTransient = ({ status, shouldRetry }: Pick<ModelAnswer, "status" | "shouldRetry">): boolean =>
  shouldRetry ?? (status === 408 || status === 429 || status >= 500);

export type JudgeFailure = "not_configured" | "rate_limited" | "insufficient_credits" | "refused" | "unusable";

interface JudgeAnswer {
  model: string;
  /** Every answer of the judge, verbatim, separated by blank lines. */
  raw: string | null;
  usage: Usage;
}

interface Failed {
  failure: JudgeFailure;
  message: string;
  /** Whether a retry may end differently. */
  mayRetry: boolean;
  retryAfterSeconds: number | null;
}

type Judgement = JudgeAnswer & ({ result: JudgeResult; explanation: string; repaired: boolean } | Failed);

/** Judge names of the reference product. Each means the configured judge. */
const JUDGE_NAMES = new Set(["turing_large", "turing_small", "turing_flash", "protect", "protect_flash"]);
export const DEFAULT_JUDGE = "turing_large";

/** How to say once for an organization which model judges. */
export const MAP_THE_JUDGE = `map ${DEFAULT_JUDGE} to a model in the gateway's model_map (Gateway → Configuration → Routing → Other names).`;

export const NOT_CONFIGURED = `No judge model is configured. Name one as the judge (any model of the gateway, e.g. openai/gpt-4o, or sandbox/judge to try it offline), or ${MAP_THE_JUDGE}`;

/** What the judge is asked, and how its answer is read. */
export interface Form<T extends object> {
  name: string;
  messages: Message[];
  /** The JSON schema of the answer. */
  schema: object;
  maxTokens: number;
  read: (text: string) => T | { problem: string };
}

export async function judge(judged: JudgeCase, requestedModel: string | null, ask: AskModel): Promise<Judgement> {
  const form = {
    name: "verdict",
    messages: judgeMessages(judged),
    schema: answerSchema(judged),
    maxTokens: MAX_ANSWER_TOKENS,
    read: (text: string) => readAnswer(text, judged),
  };
  const answer = await askFor(form, requestedModel, ask);
  if ("failure" in answer) return answer;
  const { read, ...usage } = answer;
  return { ...usage, ...read };
}

export async function askFor<T extends object>(
  form: Form<T>,
  requestedModel: string | null,
  ask: AskModel,
): Promise<JudgeAnswer & ({ read: T; repaired: boolean } | Failed)> {
  const models = modelsFor(requestedModel);
  const usage = noUsage();
  const raws: string[] = [];
  let { messages } = form;
  let model = models.shift() ?? DEFAULT_JUDGE;
  for (let isSecond = false; ; isSecond = true) {
    let answer = await ask(chatOf(form, model, messages));
    // A model that is not configured used no attempt, so the next one gets the same question.
    while (answer.status !== 200 && refusalOf(answer).failure === "not_configured" && models.length > 0) {
      model = models.shift() ?? DEFAULT_JUDGE;
      answer = await ask(chatOf(form, model, messages));
    }
    const soFar = (): JudgeAnswer => ({
      model: answer.model ?? model,
      raw: raws.length > 0 ? raws.join("\n\n") : null,
      usage,
    });
    if (answer.status !== 200) return { ...soFar(), ...failureOf(answer, requestedModel) };
    addUsage(usage, answer);
    const written = textOf(answer.body);
    const refusal = written.trim() === "" ? refusalTextOf(answer.body) : null;
    const text = refusal ?? written;
    raws.push(text);
    const read = refusal === null ? form.read(text) : { problem: `The judge refused: ${excerpt(refusal, 500)}` };
    if (!("problem" in read)) return { ...soFar(), read, repaired: isSecond };
    if (isSecond) return { ...soFar(), message: read.problem, ...unusable };
    messages = [
      ...messages,
      { role: "assistant", content: excerpt(text, MAX_QUOTED) },
      { role: "user", content: `${read.problem} Answer again with only the JSON object, in the required form.` },
    ];
  }
}

/** Why an answer is invalid. If the caller did not name the model, the reason does not name it either. */
function failureOf(answer: ModelAnswer, requestedModel: string | null): Failed {
  const { failure, message } = refusalOf(answer);
  const isNamed = requestedModel !== null && !JUDGE_NAMES.has(requestedModel);
  return {
    failure,
    message: failure === "not_configured" && !isNamed ? NOT_CONFIGURED : message,
    mayRetry: failure !== "not_configured" && failure !== "insufficient_credits" && isTransient(answer),
    retryAfterSeconds: answer.retryAfterSeconds,
  };
}

const unusable = { failure: "unusable", mayRetry: false, retryAfterSeconds: null } as const;

const MAX_QUOTED = 4_000;
const MAX_ANSWER_TOKENS = 2_000;

/** The models to ask in turn for a judge of this name: if the gateway does not have the first, the next. */
export const modelsFor = (name: string | null): string[] =>
  name !== null && !JUDGE_NAMES.has(name) ? [name] : [...new Set([name ?? DEFAULT_JUDGE, DEFAULT_JUDGE])];

const chatOf = (
  { name, schema, maxTokens }: Omit<Form<object>, "read" | "messages">,
  model: string,
  messages: Message[],
): object => ({
  model,
  messages,
  temperature: 0,
  max_completion_tokens: maxTokens,
  response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
});

export function refusalOf({ status, body }: ModelAnswer): { failure: JudgeFailure; message: string } {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const message = typeof error.message === "string" ? error.message : `The gateway answered ${status}.`;
  return { failure: failures.get(error.code) ?? (status === 429 ? "rate_limited" : "refused"), message };
}

/** By the gateway's codes. A provider's code may be any word, such as `constructor`. */
const failures = new Map<unknown, JudgeFailure>([
  ["model_not_found", "not_configured"],
  ["provider_not_found", "not_configured"],
  ["rate_limit_exceeded", "rate_limited"],
  ["budget_exceeded", "insufficient_credits"],
  ["payment_required", "insufficient_credits"],
]);

/** What a model says where it refuses to answer; null if it says nothing of the kind. */
export function refusalTextOf(body: unknown): string | null {
  const [choice] = isRecord(body) ? recordsIn(body.choices) : [];
  const refusal = choice && isRecord(choice.message) ? choice.message.refusal : null;
  return typeof refusal === "string" && refusal.trim() !== "" ? refusal : null;
}

export function textOf(body: unknown): string {
  const [choice] = isRecord(body) ? recordsIn(body.choices) : [];
  const content = choice && isRecord(choice.message) ? choice.message.content : null;
  if (typeof content === "string") return content;
  return recordsIn(content)
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .join("");
}

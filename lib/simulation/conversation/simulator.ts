// The simulated customer: decides what it says next.
import { SCRIPTED } from "@/lib/contracts/simulation/call-names";
import type { AskModel, ModelAnswer } from "@/lib/evaluation/judge/judge";
import { isRecord } from "@/lib/records";
import { type Answer, type Answered, choiceIn, costsOf, noCosts, refusalOf, unanswered, usageIn } from "./answer";
import { agentTurns, customerTurns } from "./rules/next";
import { plainTurn } from "./rules/plain/customer";
import { type Script, scriptedTurn } from "./rules/script";
import { simulatorMessages, type Turn } from "./rules/turn";

export interface Customer {
  /** With the row's values in place of the column names. */
  prompt: string;
  /** The row's cells, by column name in lower case. */
  cells: Readonly<Record<string, string>>;
  initialMessage: string;
  script: Script | null;
  model: string;
  temperature: number;
  seed: number;
  /** Turns of the agent before its model may hang up. */
  minTurns: number;
  /** Identifies this conversation within the run, by values that stay the same when the run is repeated. */
  conversationKey: string;
}

export type CustomerAnswer =
  | { kind: "turn"; answer: Answered; scripted: boolean }
  /** The conversation is over, and nothing more is said. */
  | { kind: "end"; isScript: boolean }
  | { kind: "failed"; answer: Exclude<Answer, Answered> };

const MAX_TOKENS = 1_000;

const endCall = {
  type: "function",
  function: {
    name: "endCall",
    description: "Ends the conversation. Use it once both sides are finished, after a closing sentence.",
    parameters: { type: "object", properties: { reason: { type: "string" } } },
  },
};

export async function askCustomer(
  customer: Customer,
  turns: readonly Turn[],
  ask: () => Promise<AskModel>,
): Promise<CustomerAnswer> {
  const index = customerTurns(turns);
  const next = scriptedTurn(customer.script, index);
  if (next.kind === "end") return { kind: "end", isScript: true };
  if (next.kind === "say") return { kind: "turn", scripted: true, answer: spoken(next.text) };
  if (customer.model === SCRIPTED) {
    const text = plainTurn(customer, turns, customer.seed, customer.conversationKey);
    return text === null ? { kind: "end", isScript: true } : { kind: "turn", scripted: true, answer: spoken(text) };
  }
  if (index === 0 && customer.initialMessage.trim() !== "")
    return { kind: "turn", scripted: true, answer: spoken(customer.initialMessage.trim()) };
  // Asked once more if nothing comes: some models sometimes answer nothing.
  const first = await askModel(customer, turns, await ask());
  const isEmpty = first.kind === "failed" && first.answer.kind === "empty_turn";
  return isEmpty ? askModel(customer, turns, await ask()) : first;
}

const spoken = (text: string): Answered => ({
  ok: true,
  messages: [{ role: "user", content: text }],
  state: null,
  ends: false,
  latencyMs: null,
  inputTokens: null,
  outputTokens: null,
  ...noCosts,
  model: null,
  traceId: null,
});

async function askModel(
  { prompt, model, temperature, seed, minTurns }: Customer,
  turns: readonly Turn[],
  ask: AskModel,
): Promise<CustomerAnswer> {
  const startedAt = performance.now();
  // Without the tool, the model cannot hang up.
  const mayEnd = agentTurns(turns) >= minTurns;
  const answer = await ask({
    model,
    messages: simulatorMessages(prompt, turns),
    ...(mayEnd ? { tools: [endCall] } : {}),
    temperature,
    seed,
    max_completion_tokens: MAX_TOKENS,
  });
  return replyIn(answer, mayEnd, { latencyMs: performance.now() - startedAt, model: answer.model ?? model });
}

const failed = (answer: Exclude<Answer, Answered>): CustomerAnswer => ({ kind: "failed", answer });

/** What the customer says, from a model's answer. */
function replyIn(
  answer: ModelAnswer,
  mayEnd: boolean,
  measured: Pick<Answered, "latencyMs" | "model">,
): CustomerAnswer {
  if (answer.status !== 200) return failed(refusalOf(answer));
  const choice = choiceIn(answer.body);
  if (!choice) {
    const message = "The answer of the simulator's model could not be read.";
    return failed(unanswered("provider", "unavailable", message, JSON.stringify(answer.body), { mayRetry: true }));
  }
  if (choice.refusal || choice.finish === "content_filter") {
    const message = "The simulator's model refused to play the customer.";
    return failed(unanswered("provider", "refusal", message, choice.refusal || choice.content));
  }
  const ends =
    mayEnd && choice.toolCalls.some((call) => call.function.name.toLowerCase().replace("_", "") === "endcall");
  const text = choice.content.trim();
  if (text === "" && ends) return { kind: "end", isScript: false };
  if (text === "")
    return failed(unanswered("simulator", "empty_turn", "Simulator returned an empty message twice", ""));
  const spent = {
    ...(isRecord(answer.body) ? usageIn(answer.body) : { inputTokens: null, outputTokens: null }),
    ...costsOf(answer),
  };
  return {
    kind: "turn",
    scripted: false,
    answer: {
      ok: true,
      messages: [{ role: "user", content: text }],
      state: null,
      ends,
      ...measured,
      ...spent,
      traceId: answer.traceId,
    },
  };
}

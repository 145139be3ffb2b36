// Agents that are a gateway model, and answers in the format of chat completions.
import { MAX_TURN_CHARACTERS, type TurnMessage } from "@/lib/contracts/simulation/call-parts";
import { isRecord } from "@/lib/records";
import type { Agent, AgentClient } from "./agent";
import { type Answer, choiceIn, costsOf, type Measures, refusalOf, unanswered, usageIn } from "./answer";
import type { ChatMessage } from "./rules/turn";

export const playedPrompt = ({ name, description }: Agent): string =>
  `You are ${name}, an agent that serves customers.\n${description || "Help with what you are asked."}\nAnswer as this agent, and as nobody else.`;

export async function askModel(
  { model, timeout_seconds }: { model: string; timeout_seconds: number },
  system: string,
  messages: readonly ChatMessage[],
  { ask }: AgentClient,
): Promise<Answer> {
  const startedAt = performance.now();
  const systemMessages: ChatMessage[] = system.trim() === "" ? [] : [{ role: "system", content: system }];
  const opening: ChatMessage[] =
    messages.length > 0 ? [] : [{ role: "user", content: "(The conversation begins. Say your first message.)" }];
  const answer = await (await ask())(
    { model, messages: [...systemMessages, ...messages, ...opening] },
    timeout_seconds,
  );
  if (answer.status !== 200) return refusalOf(answer);
  return readCompletion(answer.body, {
    latencyMs: performance.now() - startedAt,
    ...costsOf(answer),
    model: answer.model ?? model,
    traceId: answer.traceId,
  });
}

type TurnTiming = Omit<Measures, "inputTokens" | "outputTokens">;

export function readCompletion(body: unknown, known: TurnTiming): Answer {
  const choice = choiceIn(body);
  if (!choice || !isRecord(body))
    return unanswered(
      "agent",
      "wrong_schema",
      "The agent's answer is not a chat completion.",
      JSON.stringify(body) ?? "",
    );
  if (choice.refusal || choice.finish === "content_filter")
    return unanswered(
      "provider",
      "refusal",
      "The agent's provider refused to answer.",
      choice.refusal || choice.content,
    );
  const { content, toolCalls } = choice;
  if (content.trim() === "" && toolCalls.length === 0)
    return unanswered("agent", "empty_answer", "The agent's answer is empty.", JSON.stringify(body));
  if (content.length > MAX_TURN_CHARACTERS)
    return unanswered(
      "agent",
      "answer_too_large",
      `The agent's answer has more than ${MAX_TURN_CHARACTERS} characters.`,
      content,
    );
  const message: TurnMessage = {
    role: "assistant",
    content,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    ok: true,
    messages: [message],
    state: isRecord(body.state) ? body.state : null,
    ends: false,
    ...usageIn(body),
    ...known,
  };
}

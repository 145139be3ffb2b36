// The agent under test, reached as its version says. It is asked for one turn, and its answer is checked.
import type { Agent, AgentClient, ConversationRef } from "./agent";
import type { Answer } from "./answer";
import { askModel, playedPrompt } from "./ask-model";
import { askEndpoint, askWebhook } from "./ask-webhook";
import { agentMessages, type Turn } from "./rules/turn";

export function askAgent(
  agent: Agent,
  conversation: ConversationRef,
  turns: readonly Turn[],
  client: AgentClient,
): Promise<Answer> {
  const { target } = agent;
  if (target.type === "webhook") return askWebhook(agent, target, conversation, turns, client);
  if (target.type === "chat_completions" && target.url !== null)
    return askEndpoint(agent, { ...target, url: target.url }, conversation, turns, client);
  const system = target.type === "description" ? playedPrompt(agent) : agent.description;
  return askModel(target, system, agentMessages(turns), client);
}

import type { Context } from "@/lib/context";
import type { Input, Output } from "@/lib/contracts/contract";
import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import { type tryAgentVersion as contract, LONGEST_TRY_SECONDS } from "@/lib/contracts/simulation/tries";
import { invalid, invalidField } from "@/lib/errors";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import { liveParts } from "@/lib/gateway/live";
import { usdOf } from "@/lib/gateway/money/amount";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Agent } from "../conversation/agent";
import { turnsIn } from "../conversation/rules/turn";
import { askAgent } from "../conversation/target";
import { faultOf } from "../outcome/rules/conversation";
import { agentInWorkspace, type VersionRow, versionOfAgent } from "./loaders";
import { openSecrets } from "./secrets";

const byGateway: Send = (request) => liveParts().send(request);

/** Requests one turn from a version, as a run would. */
export async function tryAgentVersion(
  { db, caller, now }: Context,
  input: Input<typeof contract>,
  send: Send = byGateway,
): Promise<Output<typeof contract>> {
  const { organizationId } = caller;
  const version = await versionOfAgent(db, await agentInWorkspace(db, caller, input.agent_id), input.version_id);
  const agent = await agentIn(version);
  assertAsked(input.messages);
  const turns = turnsIn(input.messages);
  const conversationId = input.conversation_id ?? crypto.randomUUID();
  const startedAt = performance.now();
  const answer = await askAgent(agent, { executionId: null, callId: conversationId }, turns, {
    ask: () =>
      gatewayOf(db, organizationId, `agent ${version.agentId}`, "/v1/chat/completions", {
        requestPrefix: `try-${version.agentId.slice(0, 8)}-`,
      }),
    send,
    now,
  });
  const none = { input_tokens: null, output_tokens: null, cost_usd: null, model: null, trace_id: null, state: null };
  if (!answer.ok)
    return {
      ...none,
      conversation_id: conversationId,
      messages: [],
      fault: faultOf(answer.side, answer.kind, answer.message, turns.length, answer.text),
      ended: false,
      latency_ms: performance.now() - startedAt,
    };
  return {
    conversation_id: conversationId,
    messages: answer.messages,
    fault: null,
    ended: answer.ends,
    latency_ms: answer.latencyMs,
    input_tokens: answer.inputTokens,
    output_tokens: answer.outputTokens,
    cost_usd: usdOf(answer.costMicros),
    model: answer.model,
    trace_id: answer.traceId,
    state: answer.state,
  };
}

async function agentIn({ configuration, secrets }: VersionRow): Promise<Agent> {
  const { agent_type, agent_name: name, description, target } = configuration;
  if (agent_type === "voice") throw invalid("Only text agents can be tried here. Call a voice agent with a test run.");
  if (!target || target.type === "client")
    throw invalid("A client drives this agent, so it has no address or model to call from here.");
  return { name, description, target: patient(target), secrets: await openSecrets(secrets) };
}

const patient = <Target extends Exclude<AgentTarget, { type: "client" }>>(target: Target): Target => ({
  ...target,
  timeout_seconds: Math.min(target.timeout_seconds, LONGEST_TRY_SECONDS),
});

/** Throws if there is no message to answer. */
function assertAsked(messages: readonly TurnMessage[]): void {
  const last = messages.length - 1;
  if (messages[last]?.role !== "user")
    throw invalidField(`messages.${last}.role`, "The last message must come from the customer (role user).");
  const blank = messages.findIndex(({ role, content }) => role === "user" && (content ?? "").trim() === "");
  if (blank >= 0) throw invalidField(`messages.${blank}.content`, "May not be blank.");
}

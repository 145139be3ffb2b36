// An agent's answers to the rows of an experiment: each is a conversation of one message.
import { and, eq } from "drizzle-orm";
import { agentVersions } from "@/db/schema";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import type { OpenAgent } from "@/lib/evaluation/runs/work/agent";
import { liveParts } from "@/lib/gateway/live";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Agent } from "../conversation/agent";
import { spokenIn, turnsIn } from "../conversation/rules/turn";
import { askAgent } from "../conversation/target";
import { openSecrets } from "./secrets";

/** Opens the version that the experiment has pinned, also if it was deleted since. */
export const openAgentWith =
  (send: Send): OpenAgent =>
  async (db, organizationId, task, requestPrefix) => {
    const [version] = await db
      .select()
      .from(agentVersions)
      .where(and(eq(agentVersions.id, task.version_id), eq(agentVersions.organizationId, organizationId)));
    const target = version?.configuration.target;
    if (!version || !target || target.type === "client")
      throw new Error("The agent's version has no address or model.");
    const { agent_name: name, description } = version.configuration;
    const agent: Agent = { name, description, target, secrets: await openSecrets(version.secrets) };
    const client = {
      ask: () => gatewayOf(db, organizationId, `agent ${task.agent_id}`, "/v1/chat/completions", { requestPrefix }),
      send,
      now: () => new Date(),
    };
    return async (message, conversationId) => {
      const turns = turnsIn([{ role: "user", content: message }]);
      const answer = await askAgent(agent, { executionId: null, callId: conversationId }, turns, client);
      if (!answer.ok) {
        const { message: reason, mayRetry, retryAfterSeconds } = answer;
        return { ok: false, reason, mayRetry, retryAfterSeconds };
      }
      const { messages, latencyMs, costMicros, unpriced } = answer;
      return { ok: true, text: spokenIn(messages), latencyMs, costMicros, unpriced };
    };
  };

export const openAgent: OpenAgent = openAgentWith((request) => liveParts().send(request));

import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id } from "../shapes";
import { bothSpellings } from "../spelling";
import { MAX_TURN_CHARACTERS, MOST_TRIED } from "./call-names";
import { fault, MAX_TOOL_CALLS, toolCall, turnMessage } from "./call-parts";

/** Time limit for the agent's answer. */
export const LONGEST_TRY_SECONDS = 60;

const triedMessage = z.object({
  role: z.enum(["user", "assistant", "tool"]).meta({ description: "user is the customer, assistant the agent" }),
  content: z.string().max(MAX_TURN_CHARACTERS, `At most ${MAX_TURN_CHARACTERS} characters.`).nullable().default(null),
  name: z.string().max(255).optional(),
  tool_call_id: z.string().max(255).optional(),
  tool_calls: list(toolCall, MAX_TOOL_CALLS).optional(),
});

const count = z.int().nullable();

export const tryAgentVersion = define({
  name: "tryAgentVersion",
  method: "POST",
  path: "/simulate/agent-definitions/{agent_id}/versions/{version_id}/try/",
  tag: "Agents",
  summary: "Send a message to a version of an agent",
  description: `Gets the next turn of a text agent's version. Send the whole conversation, at most ${MOST_TRIED} messages, ending with the customer's; include the answer in your next request. The agent is called as in a run: URLs are checked, webhooks are signed, and models go through the gateway with its limits and log. The time limit is ${LONGEST_TRY_SECONDS} seconds. An agent that does not answer is a 200 with a fault and its source. Nothing is stored or judged. A voice agent, or an agent that a client drives, is a 400. Each request calls the agent again.`,
  envelope: "bare",
  params: z.object({ agent_id: id, version_id: id.meta({ description: "The version's id, of this agent" }) }),
  body: bothSpellings(
    z.object({
      messages: list(triedMessage, MOST_TRIED).min(1, "At least one message is required."),
      conversation_id: id.optional().meta({
        description:
          "Identifies the conversation to a webhook, as call_id and thread_id, and to a chat endpoint, as x-assay-call-id; a new id by default",
      }),
    }),
  ),
  response: z.object({
    conversation_id: id,
    messages: z.array(turnMessage).meta({ description: "The agent's turn; empty if it did not answer" }),
    fault: fault
      .nullable()
      .meta({ description: "Why there is no answer, with the fault source; null if there is one" }),
    ended: z.boolean().meta({ description: "Whether the agent ended the conversation" }),
    latency_ms: z.number().nullable(),
    input_tokens: count,
    output_tokens: count,
    cost_usd: z.number().nullable(),
    model: z.string().nullable(),
    trace_id: z.string().nullable(),
    state: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The state that the agent reports; null if it reports none" }),
  }),
  example: { messages: [{ role: "user", content: "Where is my parcel 4711?" }] },
});

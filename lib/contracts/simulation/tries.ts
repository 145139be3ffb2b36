import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id } from "../shapes";
import { MAX_TURN_CHARACTERS, MOST_TRIED } from "./call-names";
import { fault, MAX_TOOL_CALLS, toolCall, turnMessage } from "./call-parts";
import { bothSpellings } from "./spelling";

/** How long an agent is waited for. */
export const LONGEST_TRY_SECONDS = 60;

const given = z.object({
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
  summary: "Say something to a version of an agent",
  description: `Asks a version of a text agent for its next turn in a conversation that is sent whole, ${MOST_TRIED} messages at most, the customer's last; what it answers is sent along with the next one. It is reached where its version says, as in a run: addresses are guarded, webhooks signed, models asked through the gateway with its limits and its log. It is waited for ${LONGEST_TRY_SECONDS} seconds at most. An agent that does not answer is a 200 with a fault that says whose it is. Nothing is stored here, and nothing is judged. A voice agent, and one that a client speaks for, are a 400. Each request asks anew.`,
  envelope: "bare",
  params: z.object({ agent_id: id, version_id: id }),
  body: bothSpellings(
    z.object({
      messages: list(given, MOST_TRIED).min(1, "At least one message is required."),
      conversation_id: id.optional().meta({
        description: "Names the conversation to a webhook, as call_id and thread_id; an own one unless told",
      }),
    }),
  ),
  response: z.object({
    conversation_id: id,
    messages: z.array(turnMessage).meta({ description: "The agent's turn; empty where it has not answered" }),
    fault: fault.nullable().meta({ description: "Why there is no answer, and whose fault that is" }),
    ended: z.boolean().meta({ description: "Whether the agent has ended the conversation" }),
    latency_ms: z.number().nullable(),
    input_tokens: count,
    output_tokens: count,
    cost_usd: z.number().nullable(),
    model: z.string().nullable(),
    trace_id: z.string().nullable(),
    state: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "What the agent says that it has changed" }),
  }),
  example: { messages: [{ role: "user", content: "Where is my parcel 4711?" }] },
});

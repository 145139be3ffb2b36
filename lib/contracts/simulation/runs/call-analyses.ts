// Analyses of a call: its log, its path through the scenario's graph, and a comparison with its source in production.
import { z } from "zod";
import { define } from "../../define";
import { id, page, pageQuery, timestamp } from "../../shapes";
import { logCategories, logLevels } from "../call-names";
import { scenarioRowSources } from "../scenario-names";
import { callTag as tag } from "./call-paths";

const one = "/simulate/call-executions/{call_execution_id}/";
const params = z.object({ call_execution_id: id.meta({ description: "Id of the call" }) });
const figure = z.number().nullable();

export const callLog = z
  .object({
    id: z.string(),
    logged_at: timestamp.nullable().meta({ description: "Null if it has not happened yet" }),
    category: z.enum(logCategories),
    level: z
      .enum(logLevels)
      .meta({ description: "error counts against the agent; warning is a fault of the simulator or a provider" }),
    message: z.string(),
    turn: z.int().nullable().meta({ description: "The turn it belongs to, from 0; null for none" }),
    latency_ms: figure,
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    total_tokens: z.int().nullable().meta({ description: "Also where only the total was reported; null if unknown" }),
    cost_usd: figure,
    model: z.string().nullable(),
    trace_id: z.string().nullable().meta({
      description:
        "For a turn: its trace; null for other events. That of a model of the gateway finds its request in the gateway's log, with /-/requests?trace_id=",
    }),
    log_id: id
      .nullable()
      .meta({ description: "For an evaluation: its log, which get-eval-logs?log_id= finds; null for other events" }),
  })
  .meta({ id: "CallLog" });
export type CallLog = z.infer<typeof callLog>;

export const listCallLogs = define({
  name: "listCallLogs",
  method: "GET",
  path: `${one}logs/`,
  tag,
  summary: "List the events of a call",
  description:
    "A page of the events of a call, in order: its start, each turn with latency, tokens and cost, the agent's tool calls, faults, its end, checks, evaluations, and earlier states before reruns.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    category: z.enum(logCategories).optional().meta({ description: "Only events of this category" }),
    level: z.enum(logLevels).optional().meta({ description: "Only events of this level" }),
    search: z.string().max(255).optional().meta({ description: "Part of the message, case-insensitive" }),
  }),
  response: page(callLog),
  example: { level: "error", page: 1, limit: 20 },
});

const share = {
  calls: z.int().meta({ description: "How many of the compared calls went through it" }),
  share: figure.meta({ description: "Share of the compared calls, 0 to 1; null without any" }),
};

export const analyzeCallBranch = define({
  name: "analyzeCallBranch",
  method: "GET",
  path: `${one}branch-analysis/`,
  tag,
  summary: "Compare a call's path with the branch that its row expects",
  description:
    "Compares the call's path through its scenario's graph with the branch of its row: which nodes and edges it walked, where it left the branch, and how many calls of the execution walk each of them. The graph is the one from the start of the run. No model is used. The path follows from words of a node's name and prompt, words of an edge's condition in the customer's messages, and tool calls; each node lists its evidence. If there is no graph, no branch or no answer from the agent, the reason says so.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    scenario_id: id,
    scenario: z.string(),
    has_graph: z.boolean(),
    outcome: z.enum(["followed", "left", "stopped", "unclear"]).nullable().meta({
      description:
        "followed: went through every expected node in order. left: went elsewhere. stopped: ended early. unclear: matches no node, or only a single word leads elsewhere. Null if nothing is expected",
    }),
    reason: z.string().meta({ description: "The result in a sentence, or why there is nothing to compare" }),
    expected_path: z.array(z.string()),
    walked_path: z.array(z.string()),
    coverage: figure.meta({
      description: "Share of the expected nodes that were reached, 0 to 1; null if nothing is expected",
    }),
    left_at: z
      .object({
        node: z.string().nullable().meta({ description: "The last node on both paths; null for none" }),
        expected: z.string(),
        taken: z.string().nullable(),
        turn: z.int().nullable(),
      })
      .nullable(),
    nodes: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        expected: z.boolean(),
        walked: z.boolean(),
        turns: z.array(z.int()).meta({ description: "The agent's turns at this node" }),
        evidence: z.array(z.string()).meta({ description: "The node's words and tools found in these turns" }),
        ...share,
      }),
    ),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        condition: z.string(),
        expected: z.boolean(),
        walked: z.boolean(),
        ...share,
      }),
    ),
    calls_compared: z
      .int()
      .meta({ description: "The execution's calls in this scenario on which the shares are based" }),
  }),
});

const side = z.object({
  status: z.string().nullable(),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })),
});

export const compareCallSession = define({
  name: "compareCallSession",
  method: "GET",
  path: `${one}session-comparison/`,
  tag,
  summary: "Compare a call with the source of its row",
  description:
    "Compares a call with the trace, session or call from which its row was made: turns, latency, tokens, cost, outcome and messages. For other rows source is null, and reason says why. If the source no longer exists, for example because of retention, it has no figures.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    reason: z.string().nullable().meta({ description: "Why there is nothing to compare; null if there is something" }),
    source: side
      .extend({
        type: z.enum(scenarioRowSources),
        id,
        name: z.string().nullable(),
        is_kept: z.boolean(),
        traces: z.int().meta({ description: "Number of traces behind its figures" }),
      })
      .nullable(),
    call: side.extend({
      verdict: z.string().nullable(),
      overall_score: figure,
      ended_by: z.string().nullable(),
    }),
    metrics: z.array(
      z.object({
        name: z.enum([
          "customer_turns",
          "agent_turns",
          "avg_latency_ms",
          "duration_seconds",
          "total_tokens",
          "cost_usd",
        ]),
        source: figure,
        call: figure,
        difference: figure.meta({ description: "The call's value minus the source's; null without both" }),
      }),
    ),
  }),
});

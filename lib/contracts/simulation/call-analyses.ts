// What a call can be looked at by: what happened in it, the way that it took, and what it was made of in production.
import { z } from "zod";
import { define } from "../define";
import { id, page, pageQuery, timestamp } from "../shapes";
import { logCategories, logLevels } from "./call-names";
import { callTag as tag } from "./calls";
import { scenarioRowSources } from "./scenario-names";

const one = "/simulate/call-executions/{call_execution_id}/";
const params = z.object({ call_execution_id: id.meta({ description: "Id of the call" }) });
const figure = z.number().nullable();

export const callLog = z
  .object({
    id: z.string(),
    logged_at: timestamp.nullable().meta({ description: "Null of what has not happened yet" }),
    category: z.enum(logCategories),
    level: z.enum(logLevels).meta({ description: "error counts against the agent; warning is somebody else's" }),
    message: z.string(),
    turn: z.int().nullable().meta({ description: "The turn that it belongs to, from 0" }),
    latency_ms: figure,
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cost_usd: figure,
    model: z.string().nullable(),
    trace_id: z
      .string()
      .nullable()
      .meta({ description: "Of a turn: the gateway's log has its request, by /-/requests?trace_id=" }),
    log_id: id.nullable().meta({ description: "Of an evaluation: its run, by get-eval-logs?log_id=" }),
  })
  .meta({ id: "CallLog" });
export type CallLog = z.infer<typeof callLog>;

export const listCallLogs = define({
  name: "listCallLogs",
  method: "GET",
  path: `${one}logs/`,
  tag,
  summary: "List what has happened in a call",
  description:
    "A page of what has happened in a call, in order: its beginning, each turn with what it took, the agent's tool calls, faults, its end, checks, evaluations, and what it was before it was played again.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    category: z.enum(logCategories).optional().meta({ description: "Entries of this kind alone" }),
    level: z.enum(logLevels).optional().meta({ description: "Entries of this level alone" }),
    search: z.string().max(255).optional().meta({ description: "Part of the message, in any case" }),
  }),
  response: page(callLog),
  example: { level: "error", page: 1, limit: 20 },
});

const share = {
  calls: z.int().meta({ description: "Calls of the execution that came through it, of those that were looked at" }),
  share: figure.meta({ description: "Of those, 0 to 1" }),
};

export const analyzeCallBranch = define({
  name: "analyzeCallBranch",
  method: "GET",
  path: `${one}branch-analysis/`,
  tag,
  summary: "Hold the way that a call took against the one that its row expects",
  description:
    "The call's way through its scenario's graph, as it was when the run began, against the branch of its row: which nodes and edges were walked, where it left, and how many of the execution's calls walk them. The way is told by words, without a model: what of a node's name and prompt was said, what of an edge's condition the customer said, and which tools were called; each node has what shows it. A call without a graph, a branch or an answer of the agent is told as such.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    scenario_id: id,
    scenario: z.string(),
    has_graph: z.boolean(),
    outcome: z.enum(["followed", "left", "stopped", "unclear"]).nullable().meta({
      description:
        "followed came through every expected node in order; left went elsewhere; stopped ended before; unclear said nothing that a node speaks of, or a single word that leads elsewhere; null where nothing is expected",
    }),
    reason: z.string().meta({ description: "What became of it, or why there is nothing to hold against one another" }),
    expected_path: z.array(z.string()),
    walked_path: z.array(z.string()),
    coverage: figure.meta({ description: "Of the expected nodes those that were come to, 0 to 1" }),
    left_at: z
      .object({
        node: z.string().nullable().meta({ description: "The last node in which both agree" }),
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
        turns: z.array(z.int()).meta({ description: "The agent's turns that were spent there" }),
        evidence: z.array(z.string()).meta({ description: "Its words and tools that were met in them" }),
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
    calls_compared: z.int().meta({ description: "Calls of the execution in this scenario that shares are of" }),
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
  summary: "Compare a call with what its row was made of",
  description:
    "A call whose row was made of a trace, a session or another call beside that: turns, latency, tokens, cost, outcome and what was said. Of other rows source is null, and the reason says so; of a source that is gone, by retention for one, its side has no figures.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    reason: z.string().nullable().meta({ description: "Why there is nothing to compare with" }),
    source: side
      .extend({
        type: z.enum(scenarioRowSources),
        id,
        name: z.string().nullable(),
        is_kept: z.boolean(),
        traces: z.int().meta({ description: "Traces that its figures are of" }),
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
        difference: figure.meta({ description: "The call's less the source's" }),
      }),
    ),
  }),
});

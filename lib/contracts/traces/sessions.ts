import { z } from "zod";
import { define } from "../define";
import { countedPage, id, page, pageQuery, timestamp } from "../shapes";
import { trace } from "./traces";

export const traceSession = z
  .object({
    id,
    session_id: z.string().meta({ description: "The application's own id of the session" }),
    name: z.string(),
    project_id: id,
    project_name: z.string(),
    trace_count: z.int(),
    total_tokens: z.int().nullable(),
    cost_usd: z.number().nullable(),
    error_count: z.int().meta({ description: "Traces that ended with an error" }),
    started_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "TraceSession" });
export type TraceSession = z.infer<typeof traceSession>;

export const listSessions = define({
  name: "listSessions",
  method: "GET",
  path: "/tracer/sessions/",
  tag: "Tracing",
  summary: "List sessions, newest first",
  description: "A page of sessions, newest first. A session is all traces with one `session.id`, with their totals.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    project_id: id.optional(),
    search: z.string().max(255).optional().meta({ description: "Part of the application's own id, ignoring case" }),
    user: z.string().min(1).max(255).optional().meta({ description: "Only sessions with a trace of this user" }),
  }),
  response: countedPage(traceSession),
  example: { search: "visit" },
});

const params = z.object({ session_id: id.meta({ description: "Id of the session, not the application's own id" }) });

export const getSession = define({
  name: "getSession",
  method: "GET",
  path: "/tracer/sessions/{session_id}/",
  tag: "Tracing",
  summary: "Get a session with its totals",
  description: "One session with the totals of its traces, and up to 10 of its users.",
  params,
  response: traceSession.extend({
    users: z.array(z.string()).meta({ description: "The application's own ids of its users" }),
  }),
});

const verdicts = z.object({
  passed: z.int(),
  failed: z.int(),
  scored: z.int().meta({ description: "All scores, also those without a verdict" }),
  error: z.int().meta({ description: "Evaluations that ended with an error" }),
});

/** One trace of a session. */
export const sessionTurn = trace
  .pick({
    id: true,
    trace_id: true,
    name: true,
    status: true,
    started_at: true,
    ended_at: true,
    latency_ms: true,
    input: true,
    output: true,
    span_count: true,
    total_tokens: true,
    cost_usd: true,
  })
  .extend({
    user_id: z.string().nullable().meta({ description: "The application's own id of the user; null for none" }),
    error_spans: z.int().meta({ description: "Spans with the status ERROR" }),
    verdicts: verdicts.meta({ description: "Of the evaluations of its spans" }),
  })
  .meta({ id: "SessionTurn" });
export type SessionTurn = z.infer<typeof sessionTurn>;

export const listSessionTurns = define({
  name: "listSessionTurns",
  method: "GET",
  path: "/tracer/sessions/{session_id}/turns/",
  tag: "Tracing",
  summary: "List the traces of a session as turns of its conversation, oldest first",
  description: "A page of a session's traces, oldest first, each with its input, output and verdicts.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    limit: z.int().min(1).max(50).optional(),
    page_size: z.int().min(1).max(50).optional(),
  }),
  response: page(sessionTurn),
  example: { limit: 20 },
});

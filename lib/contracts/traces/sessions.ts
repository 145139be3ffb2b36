import { z } from "zod";
import { define } from "../define";
import { countedPage, id, pageQuery, timestamp } from "../shapes";

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
  }),
  response: countedPage(traceSession),
  example: { search: "visit" },
});

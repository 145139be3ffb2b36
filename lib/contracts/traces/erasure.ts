import { z } from "zod";
import { define } from "../define";
import { deleted, id, name } from "../shapes";
import { traceParams } from "./traces";

const tag = "Tracing";
const count = z.int().min(0);

export const getTracingLosses = define({
  name: "getTracingLosses",
  method: "GET",
  path: "/tracer/losses/",
  tag,
  summary: "What deleting a trace, a session or a project would delete",
  description:
    "Counts what would go with one of them, and `copies`, rows of datasets that were made from it and stay. Name exactly one.",
  errors: ["not_found", "required"],
  query: z
    .strictObject({
      trace_id: traceParams.shape.trace_id.optional(),
      session_id: id.optional().meta({ description: "Id of the session, not the application's own id" }),
      project_id: id.optional().meta({ description: "Id of the project" }),
    })
    .refine(({ trace_id, session_id, project_id }) => [trace_id, session_id, project_id].filter(Boolean).length === 1, {
      path: ["trace_id"],
      error: "Name exactly one of trace_id, session_id and project_id.",
    }),
  response: z.object({
    traces: count,
    spans: count,
    queue_items: count.meta({ description: "Items of queues, with what people answered" }),
    scores: count,
    copies: count.meta({ description: "Rows of datasets that were made from them; they stay" }),
  }),
  example: { trace_id: "0af7651916cd43dd8448eb211c80319c" },
});

export const deleteTrace = define({
  name: "deleteTrace",
  method: "DELETE",
  path: "/tracer/traces/{trace_id}/",
  tag,
  summary: "Delete a trace",
  description:
    "Deletes a trace with its spans, scores, notes, evaluations and feedback, its items in queues, exports of those queues, and its requests in the gateway's log. Rows of datasets that were made from it stay. It cannot be undone. Spans that arrive later create it anew.",
  params: traceParams,
  response: deleted,
});

export const deleteSession = define({
  name: "deleteSession",
  method: "DELETE",
  path: "/tracer/sessions/{session_id}/",
  tag,
  summary: "Delete a session with its traces",
  description:
    "Deletes a session and its traces, each as deleteTrace does. It deletes some traces at a time: if it is interrupted, send it again.",
  params: z.object({ session_id: id.meta({ description: "Id of the session, not the application's own id" }) }),
  response: deleted,
});

export const deleteProject = define({
  name: "deleteProject",
  method: "POST",
  path: "/tracer/projects/{project_id}/delete/",
  tag,
  access: "admin",
  summary: "Delete a project with its traces",
  description:
    "Deletes a project. It is in no list from now on, and its name is free. Its traces, tasks, pipelines, masking rules and feedback are deleted in the background, which goes on after a restart. Rows of datasets that were made from its traces stay. It cannot be undone.",
  params: z.object({ project_id: id }),
  body: z.strictObject({ name: name.meta({ description: "The project's name, to confirm" }) }),
  response: deleted.extend({ erasure_id: id }),
  example: { name: "Support assistant" },
});

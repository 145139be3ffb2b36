import { z } from "zod";
import { define } from "../define";
import { MAX_VIEWS, savedView, VIEW_ID, viewBody } from "../saved-views";
import { deleted, id } from "../shapes";

const tag = "Tracing";
const base = "/tracer/trace-views/";
const traceView = savedView("TraceView");

export const listTraceViews = define({
  name: "listTraceViews",
  method: "GET",
  path: base,
  tag,
  summary: "List the caller's saved views of traces",
  description: "The caller's own views in this organization, by name. Nobody else sees them.",
  response: z.array(traceView),
});

export const saveTraceView = define({
  name: "saveTraceView",
  method: "POST",
  path: base,
  tag,
  summary: "Save a view of traces",
  description: `Saves a view for the caller. A view of the same name is replaced. A person has at most ${MAX_VIEWS} views.`,
  access: "read",
  body: viewBody,
  response: traceView,
  example: { name: "Errors in production", query: "error=true&environment=production" },
});

export const deleteTraceView = define({
  name: "deleteTraceView",
  method: "DELETE",
  path: `${base}{view_id}/`,
  tag,
  summary: "Delete a saved view of traces",
  description: "Deletes one of the caller's own views. The traces stay as they are.",
  access: "read",
  params: z.object({ view_id: id.meta(VIEW_ID) }),
  response: deleted,
});

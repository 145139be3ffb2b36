import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/trace-views";
import { deleteView, listViews, saveView } from "@/lib/views/saved-views";

export const listTraceViews: Verb<typeof contracts.listTraceViews> = (context) => listViews(context, null);

export const saveTraceView: Verb<typeof contracts.saveTraceView> = (context, view) => saveView(context, null, view);

export const deleteTraceView: Verb<typeof contracts.deleteTraceView> = (context, { view_id }) =>
  deleteView(context, null, view_id);

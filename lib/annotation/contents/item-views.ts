import { queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items/views";
import { deleteView, listViews, saveView } from "@/lib/views/saved-views";

export const listItemViews: Verb<typeof contracts.listItemViews> = async (context, { queue_id }) => {
  await queueAccess(context.db, context.caller, queue_id);
  return listViews(context, queue_id);
};

export const saveItemView: Verb<typeof contracts.saveItemView> = async (context, { queue_id, ...view }) => {
  await queueAccess(context.db, context.caller, queue_id);
  return saveView(context, queue_id, view);
};

export const deleteItemView: Verb<typeof contracts.deleteItemView> = async (context, { queue_id, view_id }) => {
  await queueAccess(context.db, context.caller, queue_id);
  return deleteView(context, queue_id, view_id);
};

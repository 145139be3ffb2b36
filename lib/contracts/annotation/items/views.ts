import { z } from "zod";
import { define } from "../../define";
import { MAX_VIEWS, savedView, VIEW_ID, viewBody } from "../../saved-views";
import { deleted, id, queueParams } from "../../shapes";

const tag = "Queue items";
const base = "/model-hub/annotation-queues/{queue_id}/item-views/";
const itemView = savedView("ItemView");

export const listItemViews = define({
  name: "listItemViews",
  method: "GET",
  path: base,
  tag,
  summary: "List the caller's saved views of a queue's items",
  description: "The caller's own views of this queue, by name. Nobody else sees them.",
  params: queueParams,
  response: z.array(itemView),
});

export const saveItemView = define({
  name: "saveItemView",
  method: "POST",
  path: base,
  tag,
  summary: "Save a view of a queue's items",
  description: `Saves a view of this queue for the caller. A view of the same name is replaced. A person has at most ${MAX_VIEWS} views of a queue.`,
  access: "read",
  params: queueParams,
  body: viewBody,
  response: itemView,
  example: { name: "Disputed", query: "purpose=work&sort=-completed_at" },
});

export const deleteItemView = define({
  name: "deleteItemView",
  method: "DELETE",
  path: `${base}{view_id}/`,
  tag,
  summary: "Delete a saved view of a queue's items",
  description: "Deletes one of the caller's own views. The items stay as they are.",
  access: "read",
  params: queueParams.extend({ view_id: id.meta(VIEW_ID) }),
  response: deleted,
});

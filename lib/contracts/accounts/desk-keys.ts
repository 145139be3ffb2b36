// The keys with which a person works at the annotation desk and the review desk.
import { z } from "zod";
import { define } from "../define";
import { deskActions } from "../names";

const tag = "Accounts";
const path = "/accounts/desk-keys/";

const key = z.string().max(20);
const shown = z.string();
const keys = z
  .object({
    keys: z.object({
      undo: shown,
      skip: shown,
      instructions: shown,
      flag: shown,
      filter: shown,
      difference: shown,
      suggestion: shown,
      previous: shown,
      next: shown,
      approve: shown,
      request_changes: shown,
      comment: shown,
      settle: shown,
    }),
  })
  .meta({ id: "DeskKeys" });

export const getDeskKeys = define({
  name: "getDeskKeys",
  method: "GET",
  path,
  tag,
  summary: "Get the calling user's keys at the desks",
  description: "Returns the key of each action at the annotation desk and the review desk, in all organizations.",
  response: keys,
});

export const setDeskKeys = define({
  name: "setDeskKeys",
  method: "PUT",
  path,
  tag,
  summary: "Choose the calling user's keys at the desks",
  description:
    "Replaces the keys of the actions at the annotation desk and the review desk. An action that is left out gets its usual key. If another action has that key, an action of the review desk gets a free one. Two actions of one desk cannot have the same key.",
  access: "read",
  body: z.strictObject({
    keys: z.strictObject(Object.fromEntries(deskActions.map((action) => [action, key.optional()]))),
  }),
  response: keys,
  example: { keys: { skip: "k", undo: "j" } },
});

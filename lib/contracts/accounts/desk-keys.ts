// The keys with which a person works at the annotation desk.
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
    }),
  })
  .meta({ id: "DeskKeys" });

export const getDeskKeys = define({
  name: "getDeskKeys",
  method: "GET",
  path,
  tag,
  summary: "Get the calling user's keys at the desk",
  description: "Returns the key of each action at the annotation desk, in all organizations.",
  response: keys,
});

export const setDeskKeys = define({
  name: "setDeskKeys",
  method: "PUT",
  path,
  tag,
  summary: "Choose the calling user's keys at the desk",
  description:
    "Replaces the keys of the actions at the annotation desk. An action that is left out gets its usual key. Two actions cannot have the same key.",
  access: "read",
  body: z.strictObject({
    keys: z.strictObject(Object.fromEntries(deskActions.map((action) => [action, key.optional()]))),
  }),
  response: keys,
  example: { keys: { skip: "k", undo: "j" } },
});

import { z } from "zod";
import { define } from "../define";
import { id, name, timestamp } from "../shapes";

const tag = "API keys";
const WHOSE =
  "Who is signed in may: an Owner with every key of the organization, an Admin with all but Owners' keys, others with their own. With an API key, only that key itself is ended.";
const base = "/accounts/key/";
const keyExample = { key_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" };

export const createdKey = z
  .object({
    key_id: id,
    key_name: z.string(),
    api_key: z.string().meta({ description: "Shown only here" }),
    masked_api_key: z.string(),
    secret_key: z.string().meta({ description: "Shown only here" }),
    masked_secret_key: z.string(),
  })
  .meta({ id: "CreatedKey" });

export const createKey = define({
  name: "createKey",
  method: "POST",
  path: `${base}generate_secret_key/`,
  tag,
  summary: "Create an API key that acts as the calling user in this organization",
  description:
    "Makes an API key that acts as the calling user in this organization, on the platform and at the gateway. Key and secret are shown only here. Only who is signed in may: a key makes no keys. When the gateway cannot be told of the key, none is made.",
  errors: ["not_found", "session_required"],
  body: z.object({ key_name: name }),
  response: createdKey,
  example: { key_name: "Nightly evaluation" },
});

export const key = z
  .object({
    id,
    key_name: z.string(),
    api_key: z.string().meta({ description: "Masked" }),
    secret_key: z.string().meta({ description: "Masked" }),
    created_by: z.string(),
    created_by_id: id,
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    enabled: z.boolean(),
    type: z.literal("user"),
  })
  .meta({ id: "Key" });
export type Key = z.infer<typeof key>;

export const listKeys = define({
  name: "listKeys",
  method: "GET",
  path: `${base}get_secret_keys/`,
  tag,
  summary: "List API keys: an Owner or an Admin sees all of the organization's, others their own",
  description:
    "A page of the organization's API keys with their secrets masked; pages count from 0. An Owner or an Admin sees all, others their own.",
  query: z.strictObject({
    search: z.string().max(255).optional().meta({ description: "Part of the name" }),
    current_page_index: z.int().min(0).max(1_000_000).optional().meta({ description: "0-based page" }),
    page_number: z.int().min(0).max(1_000_000).optional().meta({ description: "Another name for current_page_index" }),
    page_size: z.int().min(1).max(100).default(20),
    sort_field: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "key_name, created_at, created_by, enabled or type, camelCase too; else newest first" }),
    sort_order: z.string().max(10).optional().meta({ description: "asc or desc" }),
  }),
  response: z.object({
    metadata: z.object({ total_rows: z.int(), total_pages: z.int(), page_number: z.int(), page_size: z.int() }),
    table: z.array(key),
  }),
  example: { sort_field: "created_at", sort_order: "desc", page_size: 20 },
});

export const enableKey = define({
  name: "enableKey",
  method: "POST",
  path: `${base}enable_key/`,
  tag,
  summary: "Let a disabled API key work again",
  description: `Lets a disabled API key work again, on the platform and at the gateway. ${WHOSE} A key that is enabled already is refused.`,
  errors: ["not_found", "session_required"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, enabled: z.literal(true) }),
  example: keyExample,
});

export const disableKey = define({
  name: "disableKey",
  method: "POST",
  path: `${base}disable_key/`,
  tag,
  summary: "Stop an API key until it is enabled again",
  description: `Stops an API key at once, on the platform and at the gateway, until it is enabled again. ${WHOSE} A key that is disabled already is refused.`,
  errors: ["not_found", "session_required"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, enabled: z.literal(false) }),
  example: keyExample,
});

export const deleteKey = define({
  name: "deleteKey",
  method: "DELETE",
  path: `${base}delete_secret_key/`,
  tag,
  summary: "Revoke an API key for good",
  description: `Revokes an API key for good, in force with the next request on the platform and at the gateway. ${WHOSE}`,
  errors: ["not_found", "session_required"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, deleted: z.literal(true) }),
  example: keyExample,
});

export const checkKey = define({
  name: "checkKey",
  method: "GET",
  path: "/accounts/keys/",
  tag,
  summary: "Check credentials: tells whose they are, and which key was used",
  description:
    "Tells whose the credentials of this request are, and which key was used; the members about the key are null in a browser's session. Changes nothing: made for clients that check a key before they work with it.",
  envelope: "bare",
  response: z.object({
    status: z.literal("success"),
    data: z.object({
      organization_id: id,
      user_id: id,
      key_id: id.nullable().meta({ description: "Null in a browser's session, as the next three" }),
      key_name: z.string().nullable(),
      api_key: z.string().nullable().meta({ description: "Masked" }),
      secret_key: z.string().nullable().meta({ description: "Masked" }),
    }),
  }),
});

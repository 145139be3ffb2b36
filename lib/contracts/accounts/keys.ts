import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, keyScopes, name, timestamp } from "../shapes";

const tag = "API keys";
const WHOSE = "An Owner manages every key of the organization, an Admin all but Owners' keys, other members their own.";
const base = "/accounts/key/";
const scopes = list(z.enum(keyScopes), keyScopes.length).min(1, "Choose at least one.").meta({
  description:
    "What the key may be used for: `read` reads what its user can read, `write` changes it, `ingest` sends traces, `gateway` calls models, `admin` does what Admins and Owners may. Every operation needs one of them",
});
const expiresAt = timestamp
  .nullable()
  .meta({ description: "From then on the key is refused with 401; null for never" });

const keyExample = { key_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" };

export const createdKey = z
  .object({
    key_id: id,
    key_name: z.string(),
    api_key: z.string().meta({ description: "Returned only once" }),
    masked_api_key: z.string(),
    secret_key: z.string().meta({ description: "Returned only once" }),
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
    "Creates an API key that acts as the calling user in this organization, on the platform and at the gateway. Key and secret are returned only in this answer. If the key cannot be registered at the gateway, none is created.",
  signedInOnly: true,
  errors: ["not_found"],
  body: z.object({
    key_name: name,
    scopes: scopes.optional().meta({ description: "All of them by default. `ingest` is enough to send traces" }),
    expires_at: expiresAt.optional(),
  }),
  response: createdKey,
  example: { key_name: "Nightly evaluation", scopes: ["read", "write"] },
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
    scopes,
    expires_at: expiresAt,
    last_used_at: timestamp.nullable().meta({ description: "To the minute; null if it never was" }),
    last_used_network: z
      .string()
      .nullable()
      .meta({ description: "From where it was last used: an IPv4 address, or a /64 of IPv6; null if unknown" }),
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
  summary: "List API keys",
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

export const updateKey = define({
  name: "updateKey",
  method: "POST",
  path: `${base}update_key/`,
  tag,
  summary: "Change an API key's name, scopes or expiry",
  description:
    "Changes an API key of the calling user, from the next request on, on the platform and at the gateway. Fields that are left out stay. Others' keys can be disabled or revoked, but not changed.",
  signedInOnly: true,
  errors: ["not_found"],
  body: z.object({
    key_id: id,
    key_name: name.optional(),
    scopes: scopes.optional(),
    expires_at: expiresAt.optional(),
  }),
  response: z.object({ key_id: id, updated: z.literal(true) }),
  example: { ...keyExample, scopes: ["ingest"], expires_at: null },
});

export const enableKey = define({
  name: "enableKey",
  method: "POST",
  path: `${base}enable_key/`,
  tag,
  summary: "Enable a disabled API key",
  description: `Enables a disabled API key, on the platform and at the gateway. ${WHOSE} A key that is already enabled is refused.`,
  signedInOnly: true,
  errors: ["not_found"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, enabled: z.literal(true) }),
  example: keyExample,
});

export const disableKey = define({
  name: "disableKey",
  method: "POST",
  path: `${base}disable_key/`,
  tag,
  summary: "Disable an API key until it is enabled again",
  description: `Disables an API key at once, on the platform and at the gateway, until it is enabled again. ${WHOSE} An API key can disable only itself. A key that is already disabled is refused.`,
  errors: ["not_found", "session_required"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, enabled: z.literal(false) }),
  example: keyExample,
});

export const deleteKey = define({
  name: "deleteKey",
  scope: "any",
  method: "DELETE",
  path: `${base}delete_secret_key/`,
  tag,
  summary: "Revoke an API key permanently",
  description: `Revokes an API key permanently, from the next request on, on the platform and at the gateway. ${WHOSE} An API key can revoke only itself.`,
  errors: ["not_found", "session_required"],
  body: z.object({ key_id: id }),
  response: z.object({ key_id: id, deleted: z.literal(true) }),
  example: keyExample,
});

export const checkKey = define({
  name: "checkKey",
  scope: "any",
  method: "GET",
  path: "/accounts/keys/",
  tag,
  summary: "Check credentials: returns their user and API key",
  description:
    "Returns the user and the API key of this request's credentials. In a browser session, the fields about the key are null. Changes nothing: it is for clients that check a key before they use it.",
  envelope: "bare",
  response: z.object({
    status: z.literal("success"),
    data: z.object({
      organization_id: id,
      user_id: id,
      key_id: id.nullable().meta({ description: "Null in a browser session, like the next three fields" }),
      key_name: z.string().nullable(),
      api_key: z.string().nullable().meta({ description: "Masked; null without a key" }),
      secret_key: z.string().nullable().meta({ description: "Masked; null without a key" }),
    }),
  }),
});

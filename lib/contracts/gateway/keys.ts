// Management of gateway keys, by the operator or by an organization's Owners and Admins.
import { z } from "zod";
import { define } from "../define";
import { id, name, timestamp } from "../shapes";
import { budget, isNoFraction, TOO_LITTLE } from "./budget";
import { changedMetadata, editable, metadataWords } from "./key-fields";
import { keyStanding } from "./standing";
import { tracings } from "./tracing";

const tag = "Gateway administration";
const CHANGE = `Changes the fields that are sent. Lists are replaced, and null removes a restriction. Metadata is merged, and null removes an entry. The change applies from the key's next request on.`;
const base = "/-/keys";
const params = z.object({ key_id: id });

export const keyTypes = ["byok", "managed"] as const;

const keyStatuses = ["active", "paused", "revoked", "expired"] as const;

const usd = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine(isNoFraction, TOO_LITTLE)
  .meta({ description: "In USD, to a millionth" });

export const gatewayKey = z
  .object({
    id,
    key_prefix: z.string().meta({ description: "First characters of the key, to tell keys apart" }),
    name: z.string(),
    owner: z.string().nullable(),
    status: z.enum(keyStatuses),
    key_type: z.enum(keyTypes),
    credit_balance: z.number().nullable().meta({
      description: "In USD, after every call in the ledger; null unless the key is managed",
    }),
    rate_limit_rpm: z.int().nullable(),
    rate_limit_tpm: z.int().nullable(),
    budget: budget.nullable(),
    allowed_models: z.array(z.string()).meta({ description: "Empty means every model" }),
    allowed_providers: z.array(z.string()).meta({ description: "Empty means every provider" }),
    allowed_ips: z.array(z.string()).meta({ description: "Empty means every IP address" }),
    organization_id: id.nullable(),
    tracing: z
      .enum(tracings)
      .nullable()
      .meta({ description: "How much of its calls is recorded as traces; null for its organization's setting" }),
    metadata: z.record(z.string(), z.string()),
    expires_at: timestamp.nullable(),
    grace_ends_at: timestamp
      .nullable()
      .meta({ description: "The previous key also works until then; null without one" }),
    revoked_at: timestamp.nullable(),
    paused_at: timestamp
      .nullable()
      .meta({ description: "The gateway refuses the key until it is resumed; null if it is not paused" }),
    last_used_at: timestamp
      .nullable()
      .meta({ description: "When a model last answered a call of this key, to the minute; null if none has" }),
    created_at: timestamp,
    updated_at: timestamp,
    standing: keyStanding.nullable().optional().meta({
      description: "Remaining limits, budgets and credits, if requested; null for a revoked or expired key",
    }),
  })
  .meta({ id: "GatewayKey" });
export type GatewayKey = z.infer<typeof gatewayKey>;

const withStanding = z
  .boolean()
  .default(false)
  .meta({ description: "Include each key's remaining limits, budgets and credits, for at most 100 keys" });
export const MAX_KEYS_WITH_STANDING = 100;

export const createGatewayKey = define({
  name: "createGatewayKey",
  method: "POST",
  path: base,
  tag,
  summary: "Create a key, which is shown only once",
  description: `Creates a gateway key and returns it. It is shown only in this answer, and works as soon as the answer arrives. If the gateway's store cannot be reached, nothing is created.`,
  errors: ["invalid_json", "missing_name", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  body: z.strictObject({
    name,
    key_type: z.enum(keyTypes).default("byok"),
    credit_balance: usd.optional().meta({
      description: "In USD, for managed keys only. It pays for their calls; 0 by default",
    }),
    ...editable,
  }),
  response: gatewayKey.extend({ key: z.string() }),
  example: { name: "support-bot", key_type: "managed", credit_balance: 10, rate_limit_rpm: 60 },
});

export const listGatewayKeys = define({
  name: "listGatewayKeys",
  method: "GET",
  path: base,
  tag,
  summary: "List keys, newest first",
  description: `Keys, newest first, including revoked and expired ones and those of the configuration file. The keys themselves are not shown. \`has_more\` says whether there are older ones. To get them, send the id of the last key as \`after\`.`,
  errors: ["key_not_found"],
  access: "gateway",
  envelope: "bare",
  query: z.strictObject({
    limit: z.int().min(1).max(1000).default(100).meta({ description: "Page size, 100 by default" }),
    after: id.optional().meta({ description: "Only keys after this one" }),
    search: z
      .string()
      .trim()
      .max(255)
      .optional()
      .meta({ description: "Searches name, owner and first characters of the key" }),
    status: z.enum(keyStatuses).optional(),
    standing: withStanding,
  }),
  response: z.object({ object: z.literal("list"), data: z.array(gatewayKey), has_more: z.boolean() }),
});

export const getGatewayKey = define({
  name: "getGatewayKey",
  method: "GET",
  path: `${base}/{key_id}`,
  tag,
  summary: "Get a key",
  description: `A key's settings and state, without the key itself.`,
  errors: ["key_not_found"],
  access: "gateway",
  envelope: "bare",
  params,
  query: z.strictObject({ standing: withStanding }),
  response: gatewayKey,
});

const changes = z.strictObject({
  name: name.optional(),
  ...editable,
  metadata: changedMetadata.optional().meta({
    description: `${metadataWords}. Null removes an entry`,
  }),
  paused: z.boolean().optional().meta({
    description: "True: the gateway refuses the key with `key_paused`, until it is changed to false",
  }),
});

export const replaceGatewayKey = define({
  name: "replaceGatewayKey",
  method: "PUT",
  path: `${base}/{key_id}`,
  tag,
  summary: "Change the fields of a key that are sent; lists are replaced, metadata is merged",
  description: `${CHANGE} The same as PATCH.`,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  params,
  body: changes,
  response: gatewayKey,
  example: { rate_limit_rpm: 120 },
});

export const updateGatewayKey = define({
  name: "updateGatewayKey",
  method: "PATCH",
  path: `${base}/{key_id}`,
  tag,
  summary: "Change the fields of a key that are sent; lists are replaced, metadata is merged",
  description: CHANGE,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  params,
  body: changes,
  response: gatewayKey,
  example: { rate_limit_rpm: 120 },
});

export const revokeGatewayKey = define({
  name: "revokeGatewayKey",
  method: "DELETE",
  path: `${base}/{key_id}`,
  tag,
  summary: "Revoke a key, in force on the next request",
  description: `Revokes a key permanently, from its next request on. Repeating the request changes nothing.`,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  params,
  response: z.object({ id, status: z.literal("revoked") }),
});

const MAX_GRACE_SECONDS = 30 * 24 * 3600;

export const rotateGatewayKey = define({
  name: "rotateGatewayKey",
  method: "POST",
  path: `${base}/{key_id}/rotate`,
  tag,
  summary: "Rotate a key; the old one keeps working for a while",
  description: `Returns the new key, which is shown only here and works as soon as the answer arrives. Id, limits, counters and everything else stay. The old key works for \`grace_seconds\`; without them it stops at once. A key from an earlier rotation stops now. Repeating the request rotates again.`,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  params,
  body: z.strictObject({
    grace_seconds: z.int().min(0).max(MAX_GRACE_SECONDS).default(0).meta({ description: "At most 30 days" }),
  }),
  response: gatewayKey.extend({ key: z.string() }),
  example: { grace_seconds: 86_400 },
});

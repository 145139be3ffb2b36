// The administration of the gateway's keys: `Authorization: Bearer <ADMIN_TOKEN>`.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, timestamp } from "../shapes";
import { tracings } from "./tracing";

const tag = "Gateway administration";
const TOKEN = "Only with the operator's token.";
const CHANGE = `Changes the given fields: lists are replaced, metadata is merged, null takes a restriction off. In force with the key's next request. ${TOKEN}`;
const base = "/-/keys";
const params = z.object({ key_id: id });

export const keyTypes = ["byok", "managed"] as const;

const MAX_RATE = 1_000_000_000;
const rate = z
  .int()
  .min(0)
  .max(MAX_RATE)
  .nullable()
  .meta({ description: "A minute; 0 or null for no limit of its own" });
const usd = z.number().min(0).max(1_000_000_000).meta({ description: "USD, to a millionth" });
const metadata = dictionary(z.string().min(1).max(64), z.string().max(512), 100);

export const gatewayKey = z
  .object({
    id,
    key_prefix: z.string().meta({ description: "Beginning of the key, to tell keys apart" }),
    name: z.string(),
    owner: z.string().nullable(),
    status: z.enum(["active", "revoked", "expired"]),
    key_type: z.enum(keyTypes),
    credit_balance: z.number().nullable().meta({ description: "USD; null unless the key is managed" }),
    rate_limit_rpm: z.int().nullable(),
    rate_limit_tpm: z.int().nullable(),
    allowed_models: z.array(z.string()).meta({ description: "Empty: every model" }),
    organization_id: id.nullable(),
    tracing: z.enum(tracings).nullable().meta({ description: "What of its calls is recorded as traces" }),
    metadata: z.record(z.string(), z.string()),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "GatewayKey" });
export type GatewayKey = z.infer<typeof gatewayKey>;

/** A key that has just been written, and what of it this version does not act on. */
const writtenKey = gatewayKey.extend({
  warnings: z.array(z.string()).meta({ description: "What was stored without being enforced, a sentence each" }),
});

// Unknown members are refused: a restriction that is not understood would silently not apply.
const editable = {
  owner: z.string().trim().max(255).nullish().meta({ description: "Who uses the key" }),
  rate_limit_rpm: rate.optional(),
  rate_limit_tpm: rate.optional().meta({
    description: "A minute; 0 or null for no limit of its own. Not enforced yet, as `warnings` says",
  }),
  allowed_models: list(z.string().min(1).max(255), 1000).optional().meta({
    description: "Names as requests give them, or provider/model, or provider/*",
  }),
  organization_id: id.nullish().meta({ description: "metadata.org_id is another name for it" }),
  tracing: z.enum(tracings).nullish().meta({
    description: "What of its calls is recorded as traces; null leaves that to its organization's setting",
  }),
  metadata: metadata.optional(),
  expires_at: timestamp.nullish(),
};

export const createGatewayKey = define({
  name: "createGatewayKey",
  method: "POST",
  path: base,
  tag,
  summary: "Create a key; the answer is the only place where it is shown",
  description: `Creates a key for the gateway and answers with it; it is shown only here. In force when the answer comes; \`warnings\` says what of it is stored without being enforced. When the gateway's store cannot be reached, nothing is made. ${TOKEN}`,
  errors: ["invalid_json", "request_too_large"],
  access: "public",
  envelope: "bare",
  body: z.strictObject({
    name,
    key_type: z.enum(keyTypes).default("byok"),
    credit_balance: usd.optional().meta({
      description: "USD; only for managed keys, whose default is 0. Not charged yet, as `warnings` says",
    }),
    ...editable,
  }),
  response: writtenKey.extend({ key: z.string() }),
  example: { name: "support-bot", key_type: "managed", credit_balance: 10, rate_limit_rpm: 60 },
});

export const listGatewayKeys = define({
  name: "listGatewayKeys",
  method: "GET",
  path: base,
  tag,
  summary: "List keys, newest first",
  description: `Every key, newest first, revoked and expired ones too, without the keys themselves. ${TOKEN}`,
  access: "public",
  envelope: "bare",
  response: z.object({ object: z.literal("list"), data: z.array(gatewayKey) }),
});

export const getGatewayKey = define({
  name: "getGatewayKey",
  method: "GET",
  path: `${base}/{key_id}`,
  tag,
  summary: "Get a key",
  description: `A key's settings and state, without the key itself. ${TOKEN}`,
  errors: ["key_not_found"],
  access: "public",
  envelope: "bare",
  params,
  response: gatewayKey,
});

const changes = z.strictObject({ name: name.optional(), ...editable });

export const replaceGatewayKey = define({
  name: "replaceGatewayKey",
  method: "PUT",
  path: `${base}/{key_id}`,
  tag,
  summary: "Change the given fields of a key: lists are replaced, metadata is merged",
  description: `${CHANGE} The same as PATCH.`,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "public",
  envelope: "bare",
  params,
  body: changes,
  response: writtenKey,
  example: { rate_limit_rpm: 120 },
});

export const updateGatewayKey = define({
  name: "updateGatewayKey",
  method: "PATCH",
  path: `${base}/{key_id}`,
  tag,
  summary: "Change the given fields of a key: lists are replaced, metadata is merged",
  description: CHANGE,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "public",
  envelope: "bare",
  params,
  body: changes,
  response: writtenKey,
  example: { rate_limit_rpm: 120 },
});

export const revokeGatewayKey = define({
  name: "revokeGatewayKey",
  method: "DELETE",
  path: `${base}/{key_id}`,
  tag,
  summary: "Revoke a key, in force on the next request",
  description: `Stops a key for good, in force with its next request; repeated, it changes nothing. ${TOKEN}`,
  errors: ["key_not_found", "invalid_json", "request_too_large"],
  access: "public",
  envelope: "bare",
  params,
  response: z.object({ id, status: z.literal("revoked") }),
});

// What a key may learn of itself.
import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { gatewayTag as tag } from "./chat";
import { keyTypes } from "./keys";
import { keyStanding } from "./standing";

export const currentKey = z
  .object({
    object: z.literal("key"),
    id,
    name: z.string().nullable().meta({ description: "Null for an API key of the platform" }),
    key_type: z.enum(keyTypes),
    organization_id: id.nullable(),
    expires_at: timestamp.nullable(),
    allowed_models: z.array(z.string()).meta({ description: "Empty: every model. `/v1/models` lists them" }),
    allowed_providers: z.array(z.string()).meta({ description: "Empty: every provider" }),
    ...keyStanding.shape,
  })
  .meta({ id: "CurrentKey" });
export type CurrentKey = z.infer<typeof currentKey>;

export const getCurrentKey = define({
  name: "getCurrentKey",
  method: "GET",
  path: "/v1/key",
  tag,
  summary: "Tell what is left for the key that asks",
  description:
    "Limits, budgets and credits that count the calls of the key that the request shows, as they decide of its next call, and what it may use. Users' budgets are those of the user that `x-gateway-user-id` names, else of the key's owner. Counts against no limit, so that it can be asked when nothing is left. While the counters cannot be read it is 503.",
  errors: ["invalid_request_error", "permission_denied", "service_unavailable"],
  access: "public",
  envelope: "bare",
  response: currentKey,
});

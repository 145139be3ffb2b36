// What a key can read about itself.
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
    name: z.string().nullable().meta({ description: "Null for a platform API key" }),
    key_type: z.enum(keyTypes),
    organization_id: id.nullable(),
    expires_at: timestamp.nullable(),
    allowed_models: z.array(z.string()).meta({ description: "Empty means every model. `/v1/models` lists them" }),
    allowed_providers: z.array(z.string()).meta({ description: "Empty means every provider" }),
    ...keyStanding.shape,
  })
  .meta({ id: "CurrentKey" });
export type CurrentKey = z.infer<typeof currentKey>;

export const getCurrentKey = define({
  name: "getCurrentKey",
  method: "GET",
  path: "/v1/key",
  tag,
  summary: "Get the remaining limits of the calling key",
  description:
    "The limits, budgets and credits that apply to the next call of the request's key, and the models and providers that it can use. User budgets are those of the user in `x-gateway-user-id`, or else of the key's owner. The request counts against no limit, so it works when nothing is left. The answer is 503 while the counters cannot be read.",
  errors: ["invalid_request_error", "permission_denied", "service_unavailable"],
  access: "public",
  envelope: "bare",
  response: currentKey,
});

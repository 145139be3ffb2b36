// The models and providers that an organization's requests can reach, for its administrators.
import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { model } from "./models";

const owner = z.enum(["organization", "gateway", "sandbox"]);

export const getGatewayModels = define({
  name: "getGatewayModels",
  method: "GET",
  path: "/-/orgs/{org_id}/models",
  tag: "Gateway administration",
  summary: "Get the models and providers of an organization",
  description:
    "The models as `/v1/models` lists them to an unrestricted key, each with the targets that can answer it, in the order of the configuration; the providers, without their credentials; and the routing. `open_until` says until when this process's circuit breaker skips a target that has failed repeatedly.",
  errors: ["not_found"],
  access: "gateway",
  envelope: "bare",
  params: z.object({ org_id: id.meta({ description: "The organization" }) }),
  response: z.object({
    models: z.array(
      model.extend({
        targets: z.array(
          z.object({
            provider: z.string(),
            owner,
            model: z.string().meta({ description: "Name of the model at the provider" }),
            weight: z.number(),
            open_until: timestamp.nullable(),
          }),
        ),
        fallbacks: z.array(z.string()),
      }),
    ),
    providers: z.array(
      z.object({
        name: z.string(),
        owner,
        format: z.string(),
        base_url: z.string().nullable().meta({ description: "For the organization's own providers; null for others" }),
        models: z.array(z.string()),
        timeout_seconds: z.number().nullable(),
        max_concurrent: z.int().nullable(),
      }),
    ),
    model_map: z.record(z.string(), z.string()),
    routing: z.object({
      strategy: z.string(),
      failover: z.object({ attempts: z.int(), statuses: z.array(z.int()) }),
      retries: z.int(),
      circuit_breaker: z.object({ failures: z.int(), open_seconds: z.number(), successes: z.int() }),
    }),
  }),
});
export type GatewayModels = z.infer<typeof getGatewayModels.response>;

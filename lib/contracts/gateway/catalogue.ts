// The models and providers that an organization's requests can reach, for its administrators.
import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { model } from "./models";

const owner = z.enum(["organization", "gateway", "sandbox"]);

const usd = (of: string) => z.number().meta({ description: `USD for a million tokens of ${of}` });
const rates = {
  input: usd("input"),
  cached_input: usd("input that the provider reads from its cache"),
  cache_write: usd("input that the provider writes to its cache"),
  output: usd("output"),
  audio_input: usd("audio input").nullable().meta({ description: "Null if audio costs as much as text" }),
  audio_output: usd("audio output").nullable().meta({ description: "Null if audio costs as much as text" }),
};

const gatewayPrice = z
  .object({
    source: z
      .string()
      .meta({ description: "Where the price comes from, as in the ledger: `configured`, `built-in-…`, `sandbox`" }),
    ...rates,
    above: z
      .object({ input_tokens: z.int().meta({ description: "The rates of calls with more input than this" }), ...rates })
      .nullable(),
  })
  .meta({ id: "GatewayPrice" });
export type GatewayPrice = z.infer<typeof gatewayPrice>;

const unknownModel = z.enum(["free", "refuse"]);

export const getGatewayModels = define({
  name: "getGatewayModels",
  method: "GET",
  path: "/-/orgs/{org_id}/models",
  tag: "Gateway administration",
  summary: "Get the models and providers of an organization",
  description:
    "The models as `/v1/models` lists them to an unrestricted key, each with the targets that can answer it, in the order of the configuration, and the price that a call would have now; the providers, without their credentials; and the routing. `open_until` says until when this process's circuit breaker skips a target that has failed repeatedly.",
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
            price: gatewayPrice.nullable().meta({ description: "In force now; null if the model has none" }),
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
    unknown_model: z.object({ byok: unknownModel, managed: unknownModel }).meta({
      description:
        "How calls of models without a price are treated, by the key's type: `free` calls pass and no budget counts them, `refuse` is 403",
    }),
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

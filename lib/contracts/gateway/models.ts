import { z } from "zod";
import { define } from "../define";
import { gatewayTag as tag } from "./chat";

export const model = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int().meta({ description: "Always 0: the gateway does not know it" }),
  owned_by: z.string().meta({ description: "Provider of the model" }),
  type: z.literal("model").meta({ description: "For Anthropic's clients, as the members below" }),
  display_name: z.string().meta({ description: "The id" }),
  created_at: z.string().meta({ description: "Always the beginning of 1970: the gateway does not know it" }),
});
export type Model = z.infer<typeof model>;

export const listModels = define({
  name: "listModels",
  method: "GET",
  path: "/v1/models",
  tag,
  summary: "List the models that the key may use",
  description:
    "The models that the key can use: those that the providers list, and the names in `model_map`. Counts against the rate limits.",
  access: "public",
  envelope: "bare",
  response: z.object({
    object: z.literal("list"),
    data: z.array(model),
    first_id: z.string().nullable().meta({
      description: "For Anthropic's clients, as the members below; null without models",
    }),
    last_id: z.string().nullable(),
    has_more: z.literal(false),
  }),
});

export const getModel = define({
  name: "getModel",
  method: "GET",
  path: "/v1/models/{model...}",
  tag,
  summary: "Get a model; its id may contain slashes",
  description:
    "One model that the key can use, by its name or as provider/model. A model that the key cannot use is 404. Counts against the rate limits.",
  errors: ["model_not_found"],
  access: "public",
  envelope: "bare",
  params: z.object({ model: z.string() }),
  response: model,
});

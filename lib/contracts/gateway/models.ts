import { z } from "zod";
import { define } from "../define";
import { gatewayTag as tag } from "./chat";

export const model = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int().meta({ description: "Always 0: providers do not tell the gateway" }),
  owned_by: z.string().meta({ description: "The provider that answers" }),
});
export type Model = z.infer<typeof model>;

export const listModels = define({
  name: "listModels",
  method: "GET",
  path: "/v1/models",
  tag,
  summary: "List the models that the key may use",
  description:
    "The models that the key may use: what the providers list, and the names that `model_map` gives. Counts against the rate limits.",
  access: "public",
  envelope: "bare",
  response: z.object({ object: z.literal("list"), data: z.array(model) }),
});

export const getModel = define({
  name: "getModel",
  method: "GET",
  path: "/v1/models/{model...}",
  tag,
  summary: "Get a model; its id may contain slashes",
  description:
    "One model that the key may use, by its name or as provider/model. A model that the key may not use is 404. Counts against the rate limits.",
  errors: ["model_not_found"],
  access: "public",
  envelope: "bare",
  params: z.object({ model: z.string() }),
  response: model,
});

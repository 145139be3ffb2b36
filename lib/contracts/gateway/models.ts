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
  access: "public",
  envelope: "bare",
  params: z.object({ model: z.string() }),
  response: model,
});

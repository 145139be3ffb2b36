// A prompt over the rows of a dataset.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { givenObject } from "@/lib/contracts/shapes";
import { modelName } from "../playground";

const text = z.string().max(100_000);
const textPart = z.object({ type: z.literal("text"), text });
const textOfParts = list(textPart, 20)
  .transform((parts) => parts.map((part) => part.text).join("\n"))
  .pipe(z.string());

const message = z.object({
  role: z.enum(["system", "user", "assistant"]).default("user"),
  content: z.union([text, textOfParts]).meta({
    description: "A text or text parts. {{column}} is replaced by the row's cell in the column with that name or id",
  }),
});

/** The request to the model for each row. */
export const predictionConfig = z.object({
  model: modelName.min(1, "This field is required.").meta({ description: "Any model of the gateway" }),
  messages: list(message, 50).min(1, "At least one message is required."),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).max(1_000_000).nullish(),
  response_format: z
    .union([z.enum(["text", "json_object"]), givenObject])
    .nullish()
    .meta({ description: "text, json_object, or an object in the format of chat completions; null for text" }),
  tools: list(givenObject, 128).nullish().meta({ description: "In the format of chat completions; null for none" }),
  tool_choice: z
    .union([z.string().max(100), givenObject])
    .nullish()
    .meta({ description: "In the format of chat completions; null for none" }),
});
export type PredictionConfig = z.infer<typeof predictionConfig>;

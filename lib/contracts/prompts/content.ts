// What one version of a prompt says: messages with variables and placeholders, the model and its settings.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { modelName } from "../evaluation/playground";
import { givenObject, json } from "../shapes";
import { MAX_PROMPT_MESSAGES, MAX_PROMPT_VARIABLES, promptRoles, variableTypes } from "./names";

/** What stands between the braces of {{name}}. */
export const variableName = z
  .string()
  .regex(/^[\p{L}\p{M}\p{N}_]{1,100}$/u, "Must be 1 to 100 letters, digits or underscores.")
  .meta({ description: "1 to 100 letters, digits or underscores" });

const text = z.string().max(100_000, "At most 100000 characters.");
const part = z.looseObject({ type: z.string().min(1).max(50) });

const chatMessage = z.object({
  role: z.enum(promptRoles),
  content: z.union([text, list(part, 100)]).nullish(),
  name: z.string().max(255).optional(),
  tool_calls: list(givenObject, 128).optional(),
  tool_call_id: z.string().max(255).optional(),
});

/** Where a caller puts messages of its own, such as a conversation so far. */
const placeholder = z.object({ type: z.literal("placeholder"), name: variableName });

export const promptMessage = z.union([placeholder, chatMessage]).meta({
  description: "A chat message, whose texts may contain {{variable}}, or a placeholder for a list of messages",
});
export type PromptMessage = z.infer<typeof promptMessage>;
export type PromptChatMessage = z.infer<typeof chatMessage>;
/** What follows a prompt's messages: a model's calls of tools, and their results. */
export const chatTurns = list(chatMessage, MAX_PROMPT_MESSAGES);

export const promptSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  tool_choice: z.union([z.string().max(100), givenObject]).optional(),
  response_format: z.union([z.string().max(100), givenObject]).optional(),
});
export type PromptSettings = z.infer<typeof promptSettings>;

export const promptVariable = z.object({
  name: variableName,
  type: z.enum(variableTypes).default("text"),
  examples: list(text, 100).default([]).meta({ description: "Values to try the prompt with" }),
});
export type PromptVariable = z.infer<typeof promptVariable>;

export const promptMessages = list(promptMessage, MAX_PROMPT_MESSAGES);

export const promptContent = z.strictObject({
  messages: promptMessages.min(1, "At least one message is required."),
  model: modelName.min(1, "May not be blank.").nullable().default(null).meta({
    description: "Any model of the gateway; null leaves it to the caller",
  }),
  settings: promptSettings.default({}),
  tools: list(givenObject, 128).default([]).meta({ description: "In the format of chat completions" }),
  output_schema: givenObject.nullable().default(null).meta({ description: "JSON schema of the answer; null for none" }),
  variables: list(promptVariable, MAX_PROMPT_VARIABLES).default([]).meta({
    description: "Types and examples of variables; those in the messages are added as text",
  }),
});
export type PromptContent = z.output<typeof promptContent>;
export type PromptContentInput = z.input<typeof promptContent>;

const examples = z.union([list(z.union([text, z.number(), z.boolean()]), 100), text]);

/** A version as published clients send it. */
export const clientConfig = {
  prompt_config: list(
    z.object({
      messages: promptMessages,
      configuration: z
        .object({
          model: modelName.nullish(),
          temperature: promptSettings.shape.temperature.nullish(),
          top_p: promptSettings.shape.top_p.nullish(),
          frequency_penalty: promptSettings.shape.frequency_penalty.nullish(),
          presence_penalty: promptSettings.shape.presence_penalty.nullish(),
          max_tokens: promptSettings.shape.max_tokens.nullish(),
          tool_choice: promptSettings.shape.tool_choice.nullish(),
          response_format: promptSettings.shape.response_format.nullish(),
          tools: list(givenObject, 128).nullish(),
        })
        .default({}),
      placeholders: list(variableName, MAX_PROMPT_VARIABLES).nullish(),
    }),
    1,
    "One configuration at a time.",
  ).min(1, "One configuration is required."),
  variable_names: dictionary(variableName, examples, MAX_PROMPT_VARIABLES).nullish(),
  evaluation_configs: list(givenObject, 100).nullish(),
  metadata: json.optional().meta({ description: "Kept as it is" }),
  placeholders: dictionary(variableName, z.unknown(), MAX_PROMPT_VARIABLES)
    .nullish()
    .meta({ description: "Names of placeholders; published clients send them beside the messages" }),
};
const clientConfigObject = z.object(clientConfig);
export type ClientConfig = z.output<typeof clientConfigObject>;

import type { PredictionConfig } from "@/lib/contracts/evaluation/shapes/prediction-config";
import type { PromptChatMessage, PromptContent } from "@/lib/contracts/prompts/content";
import { isPlaceholder, textsIn } from "@/lib/gateway/prompts/variables";

/** A version as the prompt of an experiment, whose variables are columns of the dataset; or why it cannot be one. */
export function experimentConfig(content: PromptContent): { config: PredictionConfig } | { problem: string } {
  if (content.model === null) return { problem: "The version names no model." };
  const messages: PredictionConfig["messages"] = [];
  for (const message of content.messages) {
    if (isPlaceholder(message)) return { problem: `The placeholder ${message.name} cannot be filled from a row.` };
    const role = message.role === "developer" ? "system" : message.role;
    if (role === "tool" || message.tool_calls) return { problem: "Calls of tools cannot be compared over rows." };
    if (!isText(message)) return { problem: "Only messages of text can be compared over rows." };
    messages.push({ role, content: textsIn(message).join("\n") });
  }
  const { tool_choice, response_format, ...sampling } = content.settings;
  const schema = content.output_schema;
  return {
    config: {
      model: content.model,
      messages,
      ...sampling,
      tools: content.tools.length > 0 ? content.tools : null,
      tool_choice: tool_choice ?? null,
      response_format: schema
        ? { type: "json_schema", json_schema: { name: "answer", schema } }
        : formatOf(response_format),
    },
  };
}

const isText = ({ content }: PromptChatMessage): boolean =>
  !Array.isArray(content) || content.every(({ type }) => type === "text");

const formatOf = (format: PromptContent["settings"]["response_format"]): PredictionConfig["response_format"] =>
  typeof format !== "string"
    ? (format ?? null)
    : format === "text" || format === "json_object"
      ? format
      : { type: format };

import type { PromptContent, PromptMessage } from "@/lib/contracts/prompts/content";
import { isPlaceholder } from "@/lib/gateway/prompts/variables";

/** A version as texts to compare, by what they are. */
export function textsOf(content: PromptContent): Record<string, string> {
  const { messages, model, settings, tools, output_schema: schema, variables } = content;
  return {
    Messages: messages.map(messageText).join("\n\n"),
    "Model and settings": [
      `model: ${model ?? "named by the caller"}`,
      ...Object.entries(settings).map(settingText),
    ].join("\n"),
    Variables: variables.map(({ name, type }) => `${name}: ${type}`).join("\n"),
    ...(tools.length > 0 || schema ? { "Tools and output": jsonText({ tools, schema }) } : {}),
  };
}

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

const settingText = ([name, value]: [string, unknown]): string =>
  `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;

function messageText(message: PromptMessage): string {
  if (isPlaceholder(message)) return `messages of ${message.name}`;
  const { role, content, ...rest } = message;
  const text = typeof content === "string" ? content : jsonText(content ?? "");
  return [`${role}: ${text}`, ...(Object.keys(rest).length > 0 ? [jsonText(rest)] : [])].join("\n");
}

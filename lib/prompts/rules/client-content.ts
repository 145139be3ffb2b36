// A version's content in the form that published clients send and read.
import type { ClientConfig, PromptContent, PromptMessage, PromptSettings } from "@/lib/contracts/prompts/content";
import { isPlaceholder, placeholdersIn } from "@/lib/gateway/prompts/variables";

/** The content of what a published client has sent. */
export function contentOfClient({ prompt_config, variable_names, placeholders }: ClientConfig): PromptContent {
  const [config] = prompt_config;
  const { model, tools, ...settings } = config?.configuration ?? {};
  const messages = config?.messages ?? [];
  const names = [...(config?.placeholders ?? []), ...Object.keys(placeholders ?? {})];
  return {
    messages: withPlaceholders(messages, [...new Set(names)]),
    model: model || null,
    settings: present(settings),
    tools: tools ?? [],
    output_schema: null,
    variables: Object.entries(variable_names ?? {}).map(([name, examples]) => ({
      name,
      type: "text",
      examples: [examples].flat().map(String),
    })),
  };
}

const present = (settings: object): PromptSettings =>
  // Safe because only null and undefined are left out, which settings do not have.
  Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== null && value !== undefined),
  ) as PromptSettings;

/** Clients send placeholders without their position: a conversation so far belongs before the last question. */
function withPlaceholders(messages: PromptMessage[], names: string[]): PromptMessage[] {
  const known = new Set(placeholdersIn(messages));
  const added = names.filter((name) => !known.has(name)).map((name) => ({ type: "placeholder" as const, name }));
  const last = messages.at(-1);
  const isQuestion = last !== undefined && !isPlaceholder(last) && last.role === "user";
  const at = isQuestion ? messages.length - 1 : messages.length;
  return messages.toSpliced(at, 0, ...added);
}

/** Settings that clients turn into 0 where they are absent get the value that providers use. */
const defaults = { temperature: 1, top_p: 1, frequency_penalty: 0, presence_penalty: 0 };

export function clientForm(content: PromptContent) {
  const { messages, model, settings, tools, variables } = content;
  const placeholders = placeholdersIn(messages);
  const named = { ...defaults, max_tokens: null, ...settings, tools: tools.length > 0 ? tools : null };
  const response_format = content.output_schema
    ? { type: "json_schema", json_schema: { name: "answer", schema: content.output_schema } }
    : (settings.response_format ?? null);
  const configuration = { model, modelName: model, ...named, response_format };
  const names = Object.fromEntries(variables.map(({ name, examples }) => [name, examples]));
  const config = [{ messages, configuration, placeholders }];
  return {
    messages,
    model_configuration: { model_name: model, ...named, response_format },
    placeholders: Object.fromEntries(placeholders.map((name) => [name, []])),
    variable_names: names,
    variableNames: names,
    prompt_config: config,
    promptConfig: config,
  };
}

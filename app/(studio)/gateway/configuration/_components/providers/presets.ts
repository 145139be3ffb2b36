import type { Config } from "../config-text";

/** Preset providers with their API format and URL. */
export type Presets = Readonly<Record<string, { format: string; baseUrl?: string }>>;

const names: Readonly<Record<string, string>> = {
  openai: "OpenAI",
  azure: "Azure OpenAI",
  xai: "xAI",
  vllm: "vLLM",
  lmstudio: "LM Studio",
  tgi: "TGI",
  deepinfra: "DeepInfra",
  deepseek: "DeepSeek",
  openrouter: "OpenRouter",
  huggingface: "Hugging Face",
  gemini: "Google Gemini",
  bedrock: "Amazon Bedrock",
};

export const providerName = (name: string): string => names[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

const presetOf = (presets: Presets, name: string) => (Object.hasOwn(presets, name) ? presets[name] : undefined);

/** The configured API format, or else the preset's. */
export const formatOf = (presets: Presets, name: string, settings: Config): string =>
  typeof settings.api_format === "string" ? settings.api_format : (presetOf(presets, name)?.format ?? "openai");

export const addressOf = (presets: Presets, name: string, settings: Config): string | null => {
  const preset = presetOf(presets, name);
  const known = preset?.format === formatOf(presets, name, settings) ? preset.baseUrl : undefined;
  return typeof settings.base_url === "string" ? settings.base_url : (known ?? null);
};

// Providers that are known by name: their format and address.
import type { RemoteSettings } from "../settings";
import type { NativeOperation } from "./native/operations";

export type Format = RemoteSettings["kind"];
export const formats = [
  "openai",
  "azure",
  "anthropic",
  "gemini",
  "bedrock",
  "cohere",
] as const satisfies readonly Format[];

export interface Preset {
  format: Format;
  baseUrl?: string;
  takesStreamOptions?: false;
  native?: readonly NativeOperation[];
}

const compatible = (baseUrl: string): Preset => ({ format: "openai", baseUrl });

export const presets: Readonly<Record<string, Preset>> = {
  openai: { ...compatible("https://api.openai.com/v1"), native: ["responses"] },
  groq: compatible("https://api.groq.com/openai/v1"),
  // These two report a stream's tokens by themselves and do not accept the option.
  mistral: { ...compatible("https://api.mistral.ai/v1"), takesStreamOptions: false },
  perplexity: { ...compatible("https://api.perplexity.ai/chat/completions"), takesStreamOptions: false },
  together: compatible("https://api.together.xyz/v1"),
  fireworks: compatible("https://api.fireworks.ai/inference/v1"),
  deepinfra: compatible("https://api.deepinfra.com/v1/openai"),
  deepseek: compatible("https://api.deepseek.com/v1"),
  cerebras: compatible("https://api.cerebras.ai/v1"),
  xai: compatible("https://api.x.ai/v1"),
  openrouter: compatible("https://openrouter.ai/api/v1"),
  huggingface: compatible("https://router.huggingface.co/v1"),
  vllm: compatible("http://localhost:8000/v1"),
  ollama: compatible("http://localhost:11434/v1"),
  lmstudio: compatible("http://localhost:1234/v1"),
  tgi: compatible("http://localhost:8080/v1"),
  azure: { format: "azure", native: ["responses"] },
  anthropic: { format: "anthropic", baseUrl: "https://api.anthropic.com/v1", native: ["messages"] },
  gemini: { format: "gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta" },
  google: { format: "gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta" },
  cohere: { format: "cohere", baseUrl: "https://api.cohere.com/v2" },
  bedrock: { format: "bedrock" },
};

/** Where a format's own provider is. Bedrock is where its region is; the others have no such place. */
export function baseUrlOf(format: Format, region: string | null): string | null {
  if (format === "bedrock") return region === null ? null : `https://bedrock-runtime.${region}.amazonaws.com`;
  return format === "openai" ? null : (presets[format]?.baseUrl ?? null);
}

import { GatewayFailure } from "../errors";
import { remembered } from "../remembered";
import type { ProviderSettings } from "../settings";
import { callNative } from "./native/call";
import { callAzure, callOpenai } from "./openai/call";
import type { Call, ProviderReply } from "./provider";
import { callSandbox } from "./sandbox/call";
import { callTranslated } from "./translated/call";

/**
 * Asks the target's provider. Every provider answers in OpenAI's form, as JSON or as a stream of events, and refuses with
 * its own status and text; rejects when it cannot be reached.
 */
export async function callProvider(call: Call): Promise<ProviderReply> {
  const { provider } = call.target;
  const { native } = call;
  if (native && provider.kind !== "sandbox") return callNative(call, native, provider);
  switch (provider.kind) {
    case "sandbox":
      return callSandbox(call);
    case "openai":
      return callOpenai(call, provider);
    case "azure":
      return callAzure(call, provider);
    default:
      if (call.api === "embeddings") throw withoutEmbeddings(provider.name);
      return callTranslated(call, provider);
  }
}

const withoutEmbeddings = (name: string): GatewayFailure =>
  new GatewayFailure("not_supported", `The provider ${name} has no embeddings.`, { shouldRetry: false });

/** Shorter keys, such as `x` or `none` of local servers, protect nothing, and are parts of common words. */
const MIN_KEY_CHARACTERS = 8;

/** The secrets of a provider that no message may show: its credentials and its address. */
export const secretsOf = remembered((provider: ProviderSettings): string[] => {
  if (provider.kind === "sandbox") return [];
  const { apiKey, baseUrl } = provider;
  const signing =
    provider.kind === "bedrock" ? [provider.secretAccessKey, provider.sessionToken, provider.accessKeyId] : [];
  const keys = [apiKey, ...signing].filter((key) => key !== null && key.length >= MIN_KEY_CHARACTERS);
  return [...keys, baseUrl, new URL(baseUrl).host].filter((secret) => secret !== null);
});

import type { ProviderSettings } from "../settings";
import { addressOf, callOpenai, completionsUrl } from "./openai/call";
import type { Call, ProviderReply } from "./provider";
import { callSandbox } from "./sandbox/call";

/**
 * Asks the target's provider. Every provider answers in OpenAI's form, as JSON or as a stream of events, and refuses with
 * its own status and text; rejects when it cannot be reached.
 */
export function callProvider(call: Call): Promise<ProviderReply> {
  const { provider } = call.target;
  return provider.kind === "openai" ? callOpenai(call, provider) : callSandbox(call);
}

/** What no message may show of a provider: its key, and where it is. */
export function secretsOf(provider: ProviderSettings): string[] {
  if (provider.kind === "sandbox") return [];
  return [provider.apiKey ?? "", completionsUrl(provider.baseUrl), provider.baseUrl, addressOf(provider).host];
}

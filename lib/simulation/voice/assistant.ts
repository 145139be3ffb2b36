// Reads an assistant from a voice provider with the user's key, which is used once and not stored.
import type { Context } from "@/lib/context";
import type { Input, Output } from "@/lib/contracts/contract";
import type { fetchAssistantFromProvider as contract } from "@/lib/contracts/simulation/assistants";
import { Failure, invalidField } from "@/lib/errors";
import { liveParts } from "@/lib/gateway/live";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Refused } from "./adapter";
import { voiceProviders } from "./providers";
import { baseUrlOf } from "./telephony-account";

export async function fetchAssistantFromProvider(
  _: Context,
  { provider, api_key: key, assistant_id }: Input<typeof contract>,
  send: Send = (request) => liveParts().send(request),
): Promise<Output<typeof contract>> {
  const account = { key, base: baseUrlOf(provider) };
  const answer = await voiceProviders[provider].assistant(account, assistant_id, { send });
  if (!answer.ok) throw failureOf(answer);
  const { name, prompt, version } = answer.value;
  const commit_message = `Imported from ${provider}${version === null ? "" : `, version ${version}`}`;
  return { name, prompt, assistant_id, provider, commit_message };
}

function failureOf({ status, kind, message, retryAfterSeconds }: Refused): Failure {
  if (status === 401 || status === 403) return invalidField("api_key", "The voice provider rejected the API key.");
  // Retell answers 422 for ids that the key's account does not have.
  if (status === 400 || status === 404 || status === 422)
    return invalidField("assistant_id", "The API key's account has no assistant with this id.");
  const retry = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  return kind === "rate_limited"
    ? new Failure("rateLimited", message, retry)
    : new Failure("unavailable", message, retry);
}

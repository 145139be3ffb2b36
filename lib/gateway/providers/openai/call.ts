// An upstream that speaks OpenAI's protocol: the body passes as it is, but for the model's name at the provider.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../../errors";
import type { ProviderSettings } from "../../settings";
import type { Call, ProviderReply } from "../provider";

type OpenaiSettings = Extract<ProviderSettings, { kind: "openai" }>;

/** A base URL with a version in its path is taken at its word, any other gets /v1; a full address is used as it stands. */
export function completionsUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (base.endsWith("/chat/completions")) return base;
  return /\/v\d[^/]*(\/|$)/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`;
}

/** By the settings, which are the same object from request to request. */
const addresses = new WeakMap<OpenaiSettings, URL>();

export function addressOf(settings: OpenaiSettings): URL {
  const known = addresses.get(settings);
  if (known) return known;
  const address = new URL(completionsUrl(settings.baseUrl));
  addresses.set(settings, address);
  return address;
}

export async function callOpenai(
  { target, body, signal, send }: Call,
  settings: OpenaiSettings,
): Promise<ProviderReply> {
  return send({
    url: addressOf(settings),
    headers: {
      "content-type": "application/json",
      accept: body.stream ? "text/event-stream" : "application/json",
      ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
    },
    body: serialise({ ...body, model: target.model }),
    signal,
  });
}

/** What can be parsed at any depth can be written only so deep. */
function serialise(body: ChatBody): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new GatewayFailure("invalid_request_error", "The body is nested too deeply.", { cause: error });
  }
}

// An upstream that speaks OpenAI's protocol: the body passes as it is, but for the model's name at the provider.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../../errors";
import type { ProviderSettings } from "../../parts";
import type { Call } from "../provider";

type OpenaiSettings = Extract<ProviderSettings, { kind: "openai" }>;

/** A base URL with a version in its path is taken at its word, any other gets /v1; a full address is used as it stands. */
export function completionsUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (base.endsWith("/chat/completions")) return base;
  return /\/v\d[^/]*(\/|$)/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`;
}

export function callOpenai({ target, body, signal, fetch }: Call, settings: OpenaiSettings): Promise<Response> {
  const headers = new Headers({
    "content-type": "application/json",
    accept: body.stream ? "text/event-stream" : "application/json",
  });
  if (settings.apiKey) headers.set("authorization", `Bearer ${settings.apiKey}`);
  return fetch(completionsUrl(settings.baseUrl), {
    method: "POST",
    headers,
    body: serialise({ ...body, model: target.model }),
    signal,
    redirect: "manual",
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

// Upstreams that speak OpenAI's protocol: the body passes as it is, but for the model's name at the provider and what the
// provider calls otherwise.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../../errors";
import { isGuarded } from "../../outbound";
import { remembered } from "../../remembered";
import type { AzureSettings, OpenaiSettings } from "../../settings";
import type { Call, ProviderReply } from "../provider";
import { withoutOptions, withUsage } from "../stream-options";
import { withPlainIds } from "../tool-call-id";
import { embeddingRequest } from "./embedding-request";

/** OpenAI, in a region too, and the newer addresses of Azure: they know the newer name of the limit of tokens. */
const RENAMED = /^(?:.+\.)?(?:api\.openai\.com|openai\.azure\.com)$/;
/** From this version on Azure takes it at its deployments; versions without a date are newer. */
const AZURE_RENAMED = "2024-09-01";

/** A base URL with a version in its path is used as it is; any other gets /v1; a full address is used unchanged. */
export function completionsUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (base.endsWith("/chat/completions")) return base;
  return /\/v\d[^/]*(\/|$)/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`;
}

const addressOf = remembered(({ baseUrl }: OpenaiSettings): URL => new URL(completionsUrl(baseUrl)));

export async function callOpenai(call: Call, settings: OpenaiSettings): Promise<ProviderReply> {
  const { target, body } = call;
  const url = addressOf(settings);
  const key: Record<string, string> = settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {};
  if (call.api === "embeddings")
    return post(call, embeddingsUrl(url), key, embeddingRequest({ ...body, model: target.model }));
  const streamable = settings.takesStreamOptions === false ? withoutOptions(body) : withUsage(body);
  const named = RENAMED.test(url.hostname) ? withNewLimit(streamable) : streamable;
  return post(call, url, key, { ...withPlainIds(named), model: target.model });
}

/** A deployment of Azure's. The model's name is the deployment's. */
export async function callAzure(call: Call, settings: AzureSettings): Promise<ProviderReply> {
  const { target, body } = call;
  const { baseUrl, apiKey, apiVersion, isBearer } = settings;
  const base = baseUrl.replace(/\/+$/, "").replace(/\/openai$/, "");
  const url = new URL(`${base}/openai/deployments/${encodeURIComponent(target.model)}/chat/completions`);
  url.searchParams.set("api-version", apiVersion);
  const key = isBearer ? { authorization: `Bearer ${apiKey ?? ""}` } : { "api-key": apiKey ?? "" };
  if (call.api === "embeddings")
    return post(call, embeddingsUrl(url), key, embeddingRequest({ ...body, model: target.model }));
  const streamable = withUsage(body);
  const named = apiVersion >= AZURE_RENAMED ? withNewLimit(streamable) : streamable;
  return post(call, url, key, { ...withPlainIds(named), model: target.model });
}

/** The path of embeddings next to that of chats. */
function embeddingsUrl(chats: URL): URL {
  const url = new URL(chats);
  url.pathname = url.pathname.replace(/chat\/completions$/, "embeddings");
  return url;
}

const post = ({ body, signal, send, target }: Call, url: URL, key: Record<string, string>, sent: object) =>
  send({
    url,
    headers: {
      "content-type": "application/json",
      accept: body.stream ? "text/event-stream" : "application/json",
      ...key,
    },
    body: serialise(sent),
    signal,
    isGuarded: target.organizationId !== null && isGuarded(url),
  });

/** Sends `max_tokens` under the only name that newer models accept; a body with both names works. */
function withNewLimit(body: ChatBody): ChatBody {
  if (body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { max_completion_tokens: max_tokens, ...rest };
}

/** A body of any depth can be parsed, but only one of limited depth can be written. */
function serialise(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new GatewayFailure("invalid_request_error", "The body is nested too deeply.", { cause: error });
  }
}

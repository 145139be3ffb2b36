// Requests and what the gateway answers them: every failure that it can tell, and every kind of success.
import type { Gateway } from "../gateway";
import { ask, chat, NOW, storeIsDown, type World } from "./memory-parts";

const respond =
  (reply: () => Response): typeof fetch =>
  async () =>
    reply();

export interface Case {
  name: string;
  world?: World;
  request?: Request;
  call?: keyof Gateway;
  status: number;
  code?: string;
  type?: string;
  param?: string;
}

const longBody = JSON.stringify(chat("sandbox/echo", { padding: "x".repeat(11 * 1024 * 1024) }));
/** A chat with `sandbox/echo`. */
const gzipped = Uint8Array.from(
  atob(
    "H4sIAAAAAAAAAwXBQQqAIBBA0bv8tdB+rhItTIcM0gHHIBDv3nuTalkfBI8tn/ZtmooRqOoeL3Vkn3R7FOF17QSStaFtIJSbdawf15JLDkQAAAA=",
  ),
  (character) => character.charCodeAt(0),
);
const encoded = (encoding: string, body: BodyInit): Request =>
  new Request(ask().url, {
    method: "POST",
    body,
    headers: { ...Object.fromEntries(ask().headers), "content-encoding": encoding },
  });
const deepBody = JSON.stringify(chat("small")).replace("{", `{"deep":${"[".repeat(500_000)}${"]".repeat(500_000)},`);
export const without = (...names: string[]): Request => {
  const request = ask();
  for (const name of names) request.headers.delete(name);
  return request;
};
const messages = (...list: unknown[]): Request => ask({ body: { model: "sandbox/echo", messages: list } });
const provider = (status: number, body: unknown = { error: { message: "no", type: "x" } }): World => ({
  fetch: respond(() => Response.json(body, { status })),
});
const small = () => ask({ body: chat("small") });

export const cases: Case[] = [
  {
    name: "no key",
    request: without("authorization"),
    status: 401,
    code: "unauthorized",
    type: "authentication_error",
  },
  { name: "unknown key", world: { key: null }, status: 401, code: "unauthorized" },
  {
    name: "a platform key without the gateway's scope",
    world: { key: { scopes: ["read", "write"] } },
    status: 403,
    code: "permission_denied",
  },
  { name: "expired key", world: { key: { expiresAt: NOW } }, status: 401, code: "unauthorized" },
  {
    name: "bad key and bad body",
    world: { key: null },
    request: ask({ body: "{" }),
    status: 401,
    code: "unauthorized",
  },
  {
    name: "broken JSON",
    request: ask({ body: "{" }),
    status: 400,
    code: "invalid_json",
    type: "invalid_request_error",
  },
  { name: "a gzipped body that is none", request: encoded("gzip", "x"), status: 400, code: "invalid_json" },
  { name: "a body in zstd", request: encoded("zstd", "x"), status: 415, code: "invalid_request_error" },
  { name: "empty body", request: ask({ body: "" }), status: 400, code: "invalid_json" },
  { name: "JSON that is not an object", request: ask({ body: "[]" }), status: 400, code: "invalid_json" },
  { name: "body over the limit", request: ask({ body: longBody }), status: 413, code: "request_too_large" },
  {
    name: "messages as text",
    request: ask({ body: { model: "m", messages: "hi" } }),
    status: 400,
    code: "invalid_request_error",
    param: "messages",
  },
  {
    name: "model as number",
    request: ask({ body: { model: 1 } }),
    status: 400,
    code: "invalid_request_error",
    param: "model",
  },
  {
    name: "stream as text",
    request: ask({ body: chat("m", { stream: "yes" }) }),
    status: 400,
    code: "invalid_request_error",
    param: "stream",
  },
  {
    name: "member of every object",
    request: ask({ body: '{"model":"m","messages":[],"__proto__":{"stream":true}}' }),
    status: 400,
    code: "invalid_request_error",
    param: "__proto__",
  },
  {
    name: "more messages than are taken",
    request: messages(...Array(20_000).fill({ role: "user", content: "" })),
    status: 400,
    code: "invalid_request_error",
    param: "messages",
  },
  {
    name: "more values than are taken",
    request: ask({ body: `{"model":"m","messages":[${"{},".repeat(1_000_000)}{}]}` }),
    status: 413,
    code: "request_too_large",
  },
  { name: "no model", request: ask({ body: { messages: [] } }), status: 400, code: "missing_model" },
  { name: "neither model nor messages", request: ask({ body: {} }), status: 400, code: "missing_model" },
  { name: "empty model", request: ask({ body: chat("") }), status: 400, code: "missing_model" },
  {
    name: "no messages",
    request: ask({ body: { model: "m" } }),
    status: 400,
    code: "missing_messages",
  },
  { name: "empty messages", request: messages(), status: 400, code: "missing_messages" },
  {
    name: "null messages",
    request: ask({ body: { model: "m", messages: null } }),
    status: 400,
    code: "missing_messages",
  },
  {
    name: "message as text",
    request: messages("hi"),
    status: 400,
    code: "invalid_request_error",
    param: "messages[0]",
  },
  {
    name: "message without role",
    request: messages({ content: "hi" }),
    status: 400,
    code: "invalid_request_error",
    param: "messages[0].role",
  },
  {
    name: "content as number",
    request: messages({ role: "user", content: 5 }),
    status: 400,
    code: "invalid_request_error",
    param: "messages[0].content",
  },
  {
    name: "user without content",
    request: messages({ role: "user" }),
    status: 400,
    code: "invalid_request_error",
    param: "messages[0].content",
  },
  {
    name: "unknown model",
    request: ask({ body: chat("gpt-9") }),
    status: 404,
    code: "model_not_found",
    type: "not_found",
  },
  { name: "unknown provider", request: ask({ body: chat("nobody/gpt") }), status: 404, code: "model_not_found" },
  {
    name: "model that the key may not use",
    world: { key: { allowedModels: ["small"] } },
    status: 403,
    code: "permission_denied",
  },
  {
    name: "unknown path",
    call: "unknownPath",
    request: ask({ path: "/v1/nothing" }),
    status: 404,
    code: "not_found",
    type: "not_found",
  },
  {
    name: "wrong method",
    call: "wrongMethod",
    request: ask({ method: "GET" }),
    status: 405,
    code: "method_not_allowed",
  },
  {
    name: "unknown model by id",
    call: "getModel",
    request: ask({ method: "GET", path: "/v1/models/no%2Fne" }),
    status: 404,
    code: "model_not_found",
  },
  {
    name: "store out of reach",
    world: { find: storeIsDown },
    status: 503,
    code: "service_unavailable",
    type: "server_error",
  },
  {
    name: "defect in a part",
    world: { find: () => Promise.reject(new Error("secret detail")) },
    status: 500,
    code: "internal_error",
  },
  {
    name: "provider out of reach",
    world: {},
    request: small(),
    status: 502,
    code: "upstream_error",
    type: "upstream_error",
  },
  {
    name: "provider 400",
    world: provider(400, { error: { message: "too long", param: "messages" } }),
    request: small(),
    status: 400,
    code: "invalid_request_error",
    param: "messages",
  },
  { name: "provider 422", world: provider(422), request: small(), status: 422, code: "invalid_request_error" },
  { name: "provider 401", world: provider(401), request: small(), status: 502, code: "provider_error" },
  {
    name: "provider 404",
    world: provider(404),
    request: small(),
    status: 502,
    code: "provider_404",
    type: "upstream_error",
  },
  { name: "provider 429", world: provider(429), request: small(), status: 429, code: "rate_limit_exceeded" },
  { name: "provider 500", world: provider(500), request: small(), status: 502, code: "provider_error" },
  { name: "provider 501", world: provider(501), request: small(), status: 501, code: "not_supported" },
  { name: "provider redirects", world: provider(307), request: small(), status: 502, code: "provider_error" },
  {
    name: "provider answers HTML",
    world: { fetch: respond(() => new Response("<html>")) },
    request: small(),
    status: 502,
    code: "upstream_error",
  },
  { name: "error inside a 200", world: provider(200), request: small(), status: 502, code: "provider_error" },
  { name: "sandbox fault", request: ask({ body: chat("sandbox/error-503") }), status: 502, code: "provider_error" },
  {
    name: "slow sandbox",
    request: ask({ body: chat("sandbox/slow-60000"), headers: { "x-gateway-timeout": "5ms" } }),
    status: 504,
    code: "timeout",
  },
  { name: "sandbox that breaks off", request: ask({ body: chat("sandbox/cut") }), status: 502, code: "upstream_error" },
  {
    name: "body nested too deeply to be written",
    request: ask({ body: deepBody }),
    status: 400,
    code: "invalid_request_error",
  },
  { name: "completion", status: 200 },
  { name: "gzipped body", request: encoded("gzip", gzipped), status: 200 },
  { name: "stream", request: ask({ body: chat("sandbox/echo", { stream: true }) }), status: 200 },
  { name: "list of models", call: "listModels", request: ask({ method: "GET", path: "/v1/models" }), status: 200 },
  {
    name: "model with slashes",
    call: "getModel",
    request: ask({ method: "GET", path: "/v1/models/org/large" }),
    status: 200,
  },
  { name: "preflight", call: "preflight", request: ask({ method: "OPTIONS" }), status: 204 },
];

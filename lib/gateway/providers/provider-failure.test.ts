import { expect, test } from "vitest";
import { errorEnvelope } from "../errors";
import { upstream } from "../testing/memory-parts";
import { secretsOf } from "./call-provider";
import { providerFailure } from "./provider-failure";

const failureFor = (status: number, text: string, headers: Record<string, string> = {}) =>
  providerFailure({
    status,
    text,
    headers,
    secrets: ["sk-secret", "https://up.test/v1", "up.test"],
  });

test.each([
  [400, "invalid_request_error", 400, undefined],
  [413, "invalid_request_error", 413, undefined],
  [422, "invalid_request_error", 422, undefined],
  [401, "provider_error", undefined, false],
  [307, "provider_error", undefined, false],
  [402, "provider_error", undefined, false],
  [403, "provider_error", undefined, false],
  [404, "provider_404", undefined, false],
  [408, "provider_error", undefined, undefined],
  [429, "rate_limit_exceeded", undefined, undefined],
  [500, "provider_error", undefined, undefined],
  [501, "not_supported", undefined, false],
  [529, "provider_error", undefined, undefined],
])("a provider's %i becomes %s", (status, code, kept, shouldRetry) => {
  const failure = failureFor(status, '{"error":{"message":"why"}}');
  expect(failure.code).toBe(code);
  expect(failure.detail.status).toBe(kept);
  expect(failure.detail.shouldRetry).toBe(shouldRetry);
});

test.each([
  ['{"error":{"message":"deep"}}', "provider error (HTTP 404): deep"],
  ['{"error":"flat"}', "provider error (HTTP 404): flat"],
  ['{"message":"bare"}', "provider error (HTTP 404): bare"],
  ['[{"error":{"message":"listed"}}]', "provider error (HTTP 404): listed"],
  ['{"error":["odd"]}', 'provider error (HTTP 404): {"error":["odd"]}'],
  ["plain text", "provider error (HTTP 404): plain text"],
  ["", "provider error (HTTP 404): no text"],
  ["key sk-secret at https://up.test/v1/models on up.test", "provider error (HTTP 404): key *** at ***/models on ***"],
])("the text of %s reaches the client", (text, message) => {
  expect(failureFor(404, text).message).toBe(message);
});

// Keys of local servers are often a short word.
test.each([
  ["x", "max_tokens: 999999 exceeds 64000", "max_tokens: 999999 exceeds 64000"],
  ["model", "This model's maximum context length", "This model's maximum context length"],
  ["1234567", "id 1234567", "id 1234567"],
  ["12345678", "key 12345678 at a.test", "key *** at ***"],
])("with the key %s, the text of %s becomes %s", (apiKey, text, message) => {
  const provider = { ...upstream, apiKey, baseUrl: "https://a.test/v1" } as typeof upstream; // safe: its own kind
  expect(providerFailure({ status: 400, text, headers: {}, secrets: secretsOf(provider) }).message).toBe(message);
});

const refusedWith = (code: unknown): string => JSON.stringify({ error: { message: "why", code } });
test.each<[number, unknown, string]>([
  [400, "context_length_exceeded", "context_length_exceeded"],
  [400, "content_filter", "content_filter"],
  [413, "tokens_limit_reached", "tokens_limit_reached"],
  [422, "unsupported_parameter", "unsupported_parameter"],
  [429, "insufficient_quota", "insufficient_quota"],
  [429, "requests_limit", "rate_limit_exceeded"],
  [500, "context_length_exceeded", "provider_error"],
  [404, "deployment_missing", "provider_404"],
  // Those of the gateway mean something else.
  [400, "unauthorized", "invalid_request_error"],
  [400, "model_not_found", "invalid_request_error"],
  [400, "constructor", "constructor"],
  [400, 400, "invalid_request_error"],
  [400, "3051", "invalid_request_error"],
  [400, "", "invalid_request_error"],
  [400, null, "invalid_request_error"],
  [400, "A sentence.", "invalid_request_error"],
  [400, "x".repeat(65), "invalid_request_error"],
  [400, "of_secret_key_1", "invalid_request_error"],
])("a provider's %i with the code %s has the code %s", (status, code, expected) => {
  const text = refusedWith(code);
  const failure = providerFailure({ status, text, headers: {}, secrets: ["secret_key_1"] });
  expect(errorEnvelope(failure).error.code).toBe(expected);
});

test("the gateway counts, retries and records by its own code", () => {
  const { code, detail } = failureFor(400, refusedWith("context_length_exceeded"));
  expect({ code, detail }).toEqual({
    code: "invalid_request_error",
    detail: { status: 400, providerCode: "context_length_exceeded", providerStatus: 400 },
  });
});

test("a long text is cut", () => {
  expect(failureFor(500, "x".repeat(2000)).message).toHaveLength("provider error (HTTP 500): ".length + 500);
});

test("a provider's words about the gateway's credentials are not passed on", () => {
  expect(failureFor(401, '{"error":{"message":"Incorrect key sk-se***"}}').message).not.toContain("sk-");
});

test.each([
  ["7", 7],
  ["0.5", 0.5],
  ["999999", 3600],
  ["soon", undefined],
  ["-1", undefined],
  [new Date(Date.now() + 7_200_000).toUTCString(), 3600],
  [new Date(Date.now() - 60_000).toUTCString(), 0],
])("Retry-After %s is passed on as %s", (text, seconds) => {
  expect(failureFor(429, "", { "retry-after": text }).detail.retryAfterSeconds).toBe(seconds);
});

test.each<[Record<string, string>, number | undefined]>([
  [{ "retry-after-ms": "1500" }, 1.5],
  [{ "retry-after-ms": "1500", "retry-after": "7" }, 1.5],
  [{ "retry-after-ms": "soon", "retry-after": "7" }, 7],
  [{ "retry-after-ms": "-1" }, undefined],
  [{ "retry-after-ms": "999999999" }, 3600],
])("%o is passed on as %s seconds", (headers, seconds) => {
  expect(failureFor(429, "", headers).detail.retryAfterSeconds).toBe(seconds);
});

test("a spent quota is not a rate limit, and is not retried", () => {
  const text = '{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}';
  expect(failureFor(429, text, { "retry-after": "5" }).detail).toEqual({
    shouldRetry: false,
    providerCode: "insufficient_quota",
    providerStatus: 429,
  });
});

test("a redirect names its cure, and says nothing of where it leads", () => {
  const failure = failureFor(302, "", { location: "https://up.test/elsewhere" });
  expect(failure.message).toBe(
    "provider error (HTTP 302): the provider redirects; set its base_url to the final address",
  );
});

const google = (retryDelay: unknown) =>
  JSON.stringify([{ error: { message: "Quota", details: [{ "@type": "x" }, { "@type": "RetryInfo", retryDelay }] } }]);
test.each<[string, Record<string, string>, number | undefined]>([
  [google("37s"), {}, 37],
  [google("0.5s"), {}, 0.5],
  [google("99999s"), {}, 3600],
  [google("37s"), { "retry-after": "7" }, 7],
  [google("soon"), {}, undefined],
  [google(37), {}, undefined],
  ['{"error":{"message":"Quota","details":"none"}}', {}, undefined],
])("Google's wait in %s, with %o, is %s seconds", (text, headers, seconds) => {
  expect(failureFor(429, text, headers).detail.retryAfterSeconds).toBe(seconds);
});

test.each<[unknown, string]>([
  [
    [
      { loc: ["body", "messages", 0, "role"], msg: "Field required", type: "missing" },
      { loc: [], msg: "Odd" },
    ],
    "body.messages.0.role: Field required; Odd",
  ],
  ["No such model", "No such model"],
])("FastAPI's detail %j is in words", (detail, message) => {
  expect(failureFor(422, JSON.stringify({ detail })).message).toBe(message);
});

import { expect, test } from "vitest";
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
  [402, "provider_error", undefined, undefined],
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
  expect(failureFor(429, text, { "retry-after": "5" }).detail).toEqual({ shouldRetry: false, providerStatus: 429 });
});

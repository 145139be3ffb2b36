import { expect, test } from "vitest";
import { networkReason } from "./network-reason";

test.each([
  ["ECONNREFUSED", "It refused the connection."],
  ["EPROTO", "It does not speak TLS there."],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "It does not speak TLS there."],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "It does not speak TLS there."],
  ["HPE_INVALID_CONSTANT", "Its answer is not valid HTTP."],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "Its answer is not valid HTTP."],
  ["UND_ERR_HEADERS_OVERFLOW", "Its answer is not valid HTTP."],
])("%s, also as the cause of another error", (code, reason) => {
  const error = Object.assign(new Error("10.0.0.1 failed"), { code });
  expect(networkReason(error)).toBe(reason);
  expect(networkReason(new TypeError("fetch failed", { cause: error }))).toBe(reason);
});

test("any other error has a reference to the log instead", () => {
  expect(networkReason(new Error("10.0.0.1 failed"))).toContain("reference");
});

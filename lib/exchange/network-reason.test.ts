import { expect, test } from "vitest";
import { networkReason } from "./network-reason";

test.each([
  ["ECONNREFUSED", "It refused the connection."],
  ["EPROTO", "It refused the TLS connection."],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "It does not speak TLS there."],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "It does not speak TLS there."],
  ["ERR_SSL_HTTP_REQUEST", "It does not speak TLS there."],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "It refused the TLS connection."],
  ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "It refused the TLS connection."],
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

// Why a server could not be reached, in our own words. The driver's text may reveal internal hosts and addresses.
import { reasonOf } from "@/lib/failures";

const reasons: Record<string, string> = {
  ENOTFOUND: "Its host name does not exist.",
  EAI_AGAIN: "Its host name could not be resolved.",
  ECONNREFUSED: "It refused the connection.",
  ECONNRESET: "It closed the connection.",
  EPIPE: "It closed the connection.",
  UND_ERR_SOCKET: "It closed the connection.",
  ETIMEDOUT: "It did not answer in time.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
  EHOSTUNREACH: "There is no network route to it.",
  ENETUNREACH: "There is no network route to it.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is not trusted.",
  ERR_SSL_WRONG_VERSION_NUMBER: "It does not speak TLS there.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "It does not speak TLS there.",
  ERR_SSL_HTTP_REQUEST: "It does not speak TLS there.",
  EPROTO: "It refused the TLS connection.",
  UND_ERR_HEADERS_OVERFLOW: "Its answer is not valid HTTP.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for a different host name.",
};
/** By how codes begin: OpenSSL, the parser of HTTP and undici have many. */
const families: readonly [start: string, reason: string][] = [
  ["ERR_SSL_", "It refused the TLS connection."],
  ["HPE_", "Its answer is not valid HTTP."],
  ["UND_ERR_RES_", "Its answer is not valid HTTP."],
];

const reasonFor = (code: string): string | undefined =>
  reasons[code] ?? families.find(([start]) => code.startsWith(start))?.[1];

/** The reason of a network error; for any other error, a reference to its log entry. */
export function networkReason(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const reason = "code" in current && typeof current.code === "string" ? reasonFor(current.code) : undefined;
    if (reason) return reason;
  }
  return reasonOf(error);
}

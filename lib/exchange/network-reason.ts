// Why a server could not be reached, in our own words. The driver's text names hosts and addresses behind the one that was asked.
import { reasonOf } from "@/lib/failures";

const reasons: Record<string, string> = {
  ENOTFOUND: "Its name leads to no address.",
  EAI_AGAIN: "Its name could not be looked up.",
  ECONNREFUSED: "It refuses the connection.",
  ECONNRESET: "It closed the connection.",
  EPIPE: "It closed the connection.",
  UND_ERR_SOCKET: "It closed the connection.",
  ETIMEDOUT: "It did not answer in time.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
  EHOSTUNREACH: "No route leads to it.",
  ENETUNREACH: "No route leads to it.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is signed by itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name.",
};

/** Of an error of the network the reason; of any other a reference under which the log has it. */
export function networkReason(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const reason = "code" in current && typeof current.code === "string" ? reasons[current.code] : undefined;
    if (reason) return reason;
  }
  return reasonOf(error);
}

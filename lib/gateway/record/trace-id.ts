import { sha256 } from "../sha256";

/** The gateway's own ids, and UUIDs. */
const RANDOM = /^(?:req_[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * The id of the trace in which a request's calls are kept, 32 hexadecimal digits: those of a request's id that has as many,
 * else of its digest. The same in every process, so that a request that is sent again under its id finds its trace.
 */
export async function traceIdOf(organizationId: string, requestId: string): Promise<string> {
  const digits = RANDOM.test(requestId) ? requestId.replace("req_", "").replaceAll("-", "") : "";
  return /[^0]/.test(digits) ? digits : (await sha256(`${organizationId}\n${requestId}`)).slice(0, 32);
}

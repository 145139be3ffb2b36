import type { Redis } from "@upstash/redis";
import { settledAddress } from "@/db/pooler";
import { assertScripts } from "@/lib/redis/assert-scripts";
import { StartupError } from "@/lib/startup-error";

/** Host, port and path of an address, without the credentials in it. */
export function describeAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return host + (pathname === "/" ? "" : pathname);
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // Several addresses of one host failing make an AggregateError, which has a code but no message.
  const code = "code" in error ? String(error.code) : error.name;
  return error.message || code;
};

const unreachable = (name: string, address: string, error: unknown): StartupError =>
  new StartupError(`${name}: ${describeAddress(address)} cannot be used (${reasonOf(error)}).`, { cause: error });

/** The address under that name, once it answers, and whether it is a pooler. */
export async function reachDatabase(name: string, url: string): Promise<string> {
  try {
    return await settledAddress(url);
  } catch (error) {
    throw unreachable(name, url, error);
  }
}

export async function assertUpstash(url: string, token: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(["PING"]),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`it answers with status ${response.status}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw unreachable("UPSTASH_REDIS_REST_URL", url, cause);
  }
}

/** A Redis that runs none of the gateway's scripts would let requests pass uncounted. */
export async function reachScripts(name: string, address: string, redis: Redis): Promise<void> {
  await assertScripts(redis).catch((error: unknown) => {
    const message = `${name}: ${describeAddress(address)} does not run the gateway's scripts (${reasonOf(error)}).`;
    throw new StartupError(message, { cause: error });
  });
}

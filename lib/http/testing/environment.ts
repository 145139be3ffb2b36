import type { EmbeddedRedis } from "@/lib/embedded/redis/start";
import { namespaceOf } from "@/lib/redis/namespace";

export const ADMIN_TOKEN = "the-operators-token-in-all-the-tests";

const AUTH_SECRET = "a secret of the tests, long enough to be one";

/** The Redis key prefix of a server with the environment below; `changed` replaces variables. */
export const testNamespace = (changed: Record<string, string> = {}) => namespaceOf({ AUTH_SECRET, ...changed });

/** A server's environment: the addresses of its services. */
export const environmentOf = (databaseUrl: string, redis: Pick<EmbeddedRedis, "url" | "token">) => ({
  DATABASE_URL: databaseUrl,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: redis.token,
  AUTH_SECRET,
  ADMIN_TOKEN,
  HOST: "127.0.0.1",
  ASSAY_SIGNUP: "open",
  // No server answers there: tests must not reach a real provider.
  ASSAY_VOICE_PROVIDER: "vapi",
  ASSAY_VOICE_BASE_URL: "http://127.0.0.1:9",
});

import type { EmbeddedRedis } from "@/lib/embedded/redis/start";

export const ADMIN_TOKEN = "the-operators-token-in-all-the-tests";

/** What a server is told of its services. */
export const environmentOf = (databaseUrl: string, redis: Pick<EmbeddedRedis, "url" | "token">) => ({
  DATABASE_URL: databaseUrl,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: redis.token,
  AUTH_SECRET: "a secret of the tests, long enough to be one",
  ADMIN_TOKEN,
  HOST: "127.0.0.1",
  ASSAY_SIGNUP: "open",
  // Nobody answers there: what tests send goes to no provider.
  ASSAY_VOICE_PROVIDER: "vapi",
  ASSAY_VOICE_BASE_URL: "http://127.0.0.1:9",
});

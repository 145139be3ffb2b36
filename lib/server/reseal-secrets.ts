// `npm run reseal`: after AUTH_SECRET was changed, before AUTH_SECRET_OTHER is removed.
import { connection } from "@/db/client";
import { env } from "@/lib/env";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { changeSecret, describeResealed } from "@/lib/provisioning/change-secret";
import { requesterOf } from "@/lib/redis/engine";
import { namespaceOf } from "@/lib/redis/namespace";
import { processRedis, provideRedis } from "@/lib/redis/process";
import { redisOver } from "@/lib/redis/redis";
import { connectTcp } from "@/lib/redis/tcp";
import { loadEnvironment } from "./load-environment";

/** Returns the exit code: 1 if something is left. */
export async function resealSecrets(root: string): Promise<number> {
  loadEnvironment(root, false);
  const environment = env();
  const { AUTH_SECRET, AUTH_SECRET_OTHER, DATABASE_URL, REDIS_URL, UPSTASH_REDIS_REST_URL } = environment;
  if (!DATABASE_URL || !AUTH_SECRET || !AUTH_SECRET_OTHER) {
    process.stderr.write(
      "Set DATABASE_URL, AUTH_SECRET (the new secret) and AUTH_SECRET_OTHER (the former one). With the embedded PostgreSQL a start does this.\n",
    );
    return 1;
  }
  if (REDIS_URL && !UPSTASH_REDIS_REST_URL) {
    const requester = requesterOf(await connectTcp(REDIS_URL));
    provideRedis(redisOver(requester, namespaceOf(environment)), redisOver(requester));
  }
  const outcome = await changeSecret();
  // The gateways' copies of sealed keys.
  if (processRedis()) await rebuildProjection();
  process.stdout.write(`${describeResealed(outcome)}\n`);
  await connection().close();
  return outcome.left + outcome.unreadable > 0 ? 1 : 0;
}

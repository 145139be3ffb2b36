// A gateway on a database and a Redis of the test's own, as the environment would give it.

import { connect, connection } from "@/db/client";
import { createDatabase } from "@/db/testing/database";
import { startRedis } from "@/lib/embedded/redis/start";
import { webHandler } from "@/lib/exchange/web";
import { keepLedgerBy, restoreProjectionBy } from "@/lib/gateway/live";
import { createChatCompletion } from "@/lib/gateway/operations";
import { namespaceOf } from "@/lib/redis/namespace";
import { createLedger } from "./money/ledger";
import { rebuildProjection } from "./projection";

const ADMIN_TOKEN = "admin-token-of-the-test-long-enough";

export async function startTestGateway() {
  const database = await createDatabase();
  const { db, close } = connect(database.url, 20);
  const AUTH_SECRET = "a secret of more than thirty-two characters";
  const server = await startRedis({ namespace: namespaceOf({ AUTH_SECRET }) });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    UPSTASH_REDIS_REST_URL: server.url,
    UPSTASH_REDIS_REST_TOKEN: server.token,
    AUTH_SECRET,
    ADMIN_TOKEN,
  });
  restoreProjectionBy(rebuildProjection);
  const { ledger, drain } = createLedger();
  keepLedgerBy(ledger);
  return {
    db,
    redis: server.redis,
    server,
    /** Writes settled calls to the ledger. */
    drain,
    async close() {
      await drain();
      await connection().close();
      await server.stop();
      await close();
      await database.drop();
    },
  };
}

/** A request to the administration, with its token by default. */
export function adminRequest(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = ADMIN_TOKEN,
  address = "203.0.113.1",
): Request {
  return new Request(`http://gateway.test${path}`, {
    method,
    headers: { "x-assay-client-address": address, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** A chat with the gateway under a key. */
export const chatWith = (key: string, model?: string): Promise<Response> =>
  webHandler(createChatCompletion)(chatRequest(key, model));

export const chatRequest = (key: string, model = "sandbox/echo"): Request =>
  new Request("http://gateway.test/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });

export const limitOf = (response: Response) => Number(response.headers.get("x-ratelimit-limit-requests"));

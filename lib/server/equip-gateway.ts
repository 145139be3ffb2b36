// What the gateway needs of a process of Node that reaches Postgres: one that answers requests, or that runs jobs, whose judges and
// simulated customers ask models as well.
import { sha256 } from "@/lib/auth/hash";
import { Journal } from "@/lib/embedded/journal";
import { keepLedgerBy, recordCallsBy, restoreProjectionBy, sendBy } from "@/lib/gateway/live";
import { providerPool } from "@/lib/gateway/providers/pool";
import type { Send } from "@/lib/gateway/providers/provider";
import { digestBy } from "@/lib/gateway/sha256";
import { createCallRecorder } from "@/lib/gateway-admin/call-recorder";
import { createLedger } from "@/lib/gateway-admin/money/ledger";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { inTime } from "@/lib/in-time";
import { log } from "@/lib/observe/log";
import { traced } from "@/lib/observe/tracing";

const RECOVERY_PATIENCE_MS = 10_000;

/** `journal` is the folder in which calls are kept until the ledger has them. The returned function writes all remaining ones. */
export async function equipGateway(journal: string | undefined): Promise<() => Promise<void>> {
  restoreProjectionBy(rebuildProjection);
  const calls = createCallRecorder();
  recordCallsBy(calls.recorder);
  const money = createLedger(journal === undefined ? undefined : new Journal({ folder: journal, warn: tellOperator }));
  // Slower work goes on beside the requests: at its end the ledger brings Redis in line.
  await inTime(money.recover(), RECOVERY_PATIENCE_MS, () => undefined);
  keepLedgerBy(money.ledger);
  const providers = providerPool();
  sendBy(tracedSend(providers.send));
  digestBy(sha256);
  return async () => {
    await money.drain();
    await calls.drain();
    await providers.close();
  };
}

/** Until the provider's headers are there. */
const tracedSend =
  (send: Send): Send =>
  (request) =>
    traced(
      () => ({
        name: request.method ?? "POST",
        kind: "client",
        attributes: { "http.request.method": request.method ?? "POST", "server.address": request.url.hostname },
      }),
      async (note) => {
        const reply = await send(request);
        note({ attributes: { "http.response.status_code": reply.status }, isFailed: reply.status >= 400 });
        return reply;
      },
    );

const tellOperator = (sentence: string): void => log("warn", sentence);

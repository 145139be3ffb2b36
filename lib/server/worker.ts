import type { Socket } from "node:net";
import { env, variable } from "@/lib/env";
import { shareRoomAmong } from "@/lib/gateway/live";
import type { Family } from "@/lib/gateway/metrics/families";
import { requesterOf } from "@/lib/redis/engine";
import { namespaceOf } from "@/lib/redis/namespace";
import { provideRedis } from "@/lib/redis/process";
import { redisOver } from "@/lib/redis/redis";
import { connectTcp } from "@/lib/redis/tcp";
import { createApi } from "./http-server";
import { isMeasureMessage, MeasureAsks, type MeasureMessage } from "./measures/measure-messages";
import { endSignals } from "./signals";
import { surviveStrayFailures } from "./stray-failures";
import type { OneWorker } from "./workers";

/** Answers on the connections that workers.ts sends, until it reports its end or disappears. */
export async function runWorker({ usesRedisUrl, count, ...options }: OneWorker): Promise<void> {
  // A terminal and a service manager signal every process; when this one ends is for the first to say.
  for (const signal of endSignals) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(1));
  surviveStrayFailures();
  const redisUrl = usesRedisUrl ? variable("REDIS_URL") : undefined;
  if (redisUrl) {
    const requester = requesterOf(await connectTcp(redisUrl));
    provideRedis(redisOver(requester, namespaceOf(env())), redisOver(requester));
  }
  shareRoomAmong(count);
  const asks = new MeasureAsks();
  const tell = (message: MeasureMessage) => void process.send?.(message);
  const collect = async (own: () => Family[]): Promise<Family[][]> => {
    const all = await asks.ask(tell);
    return all?.kind === "all measures" ? all.families : [own()];
  };
  const { server, close, measures } = await createApi({ ...options, collect });
  process.on("message", async (message, socket?: Socket) => {
    if (isMeasureMessage(message)) {
      if (message.kind === "measures wanted") tell({ kind: "measures", id: message.id, families: measures() });
      else asks.take(message);
    } else if (message === "connection") {
      process.send?.("taken");
      // Its client may have left meanwhile.
      if (!socket) return;
      server.emit("connection", socket);
      socket.resume();
    } else {
      await close();
      process.exit(0);
    }
  });
  // On this event Node begins to see to it that requests arrive in time.
  server.emit("listening");
  process.send?.("ready");
}

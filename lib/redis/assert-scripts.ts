import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { lookUp } from "./scripts/look-up";
import { evaluate } from "./scripts/script";

const NOTHING = "assay:probe";

/** Rejects unless Redis answers and runs scripts, the gateway's own and the limiter's. They read keys that do not exist. */
export async function assertScripts(redis: Redis): Promise<void> {
  const window = Ratelimit.fixedWindow(1, "60 s")();
  await Promise.all([
    evaluate(redis, lookUp, [NOTHING, NOTHING], ["", "", "", "", ""]),
    window.getRemaining({ redis, prefix: NOTHING }, NOTHING),
  ]);
}

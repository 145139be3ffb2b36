// The environment's gateway, built with its first request. The only file of the gateway that reads the environment.
import { unseal } from "@/lib/auth/encryption";
import { uncounted } from "./admit";
import { GatewayFailure } from "./errors";
import type { Directory, Limiter, Parts } from "./parts";
import { createGateway, type Gateway } from "./pipeline";
import { connectRedis, upstashDirectory, upstashLimiter } from "./upstash";

const NOTICE_INTERVAL_MS = 60_000;

let recover = announceLoss;
let built: { url: string; gateway: Gateway; parts: Parts } | undefined;

/** Gives the gateway of a process that reaches Postgres its own way to restore what Redis has lost. */
export function restoreProjectionBy(rebuild: () => Promise<void>): void {
  recover = rebuild;
}

export const liveGateway = (): Gateway => live().gateway;
/** For the administration's answers, which carry the same headers. */
export const liveParts = (): Parts => live().parts;

function live() {
  const url = process.env.UPSTASH_REDIS_REST_URL ?? "";
  if (built?.url === url) return built;
  const parts = partsFor(url, process.env.UPSTASH_REDIS_REST_TOKEN ?? "");
  built = { url, parts, gateway: createGateway(parts) };
  return built;
}

function partsFor(url: string, token: string): Parts {
  const now = () => Date.now();
  const shared = { now, report, fetch: (...request: Parameters<typeof fetch>) => globalThis.fetch(...request) };
  if (!url || !token) return { ...shared, directory: noDirectory, limiter: noLimiter };
  const redis = connectRedis({ url, token });
  const directory = upstashDirectory({
    redis,
    unseal: (sealed) => unseal(sealed, process.env.AUTH_SECRET ?? ""),
    recover: () => recover(),
  });
  return { ...shared, directory, limiter: upstashLimiter(redis, now, report) };
}

const noDirectory: Directory = {
  find: () =>
    Promise.reject(
      new GatewayFailure("service_unavailable", "The gateway's store is not configured.", { retryAfterSeconds: 60 }),
    ),
};
const countNothing: Limiter["take"] = async (levels) => levels.map((level) => uncounted(level, Date.now()));
const noLimiter: Limiter = { take: countNothing, peek: countNothing };

/** On the edge Postgres is out of reach: Inngest is told, whose function rebuilds. Once a minute at most, by the event's id. */
async function announceLoss(): Promise<void> {
  const { INNGEST_EVENT_KEY, INNGEST_BASE_URL, INNGEST_DEV } = process.env;
  const development = INNGEST_DEV?.startsWith("http") ? INNGEST_DEV : INNGEST_DEV && "http://127.0.0.1:8288";
  const server = INNGEST_BASE_URL ?? development ?? "https://inn.gs";
  if (!INNGEST_EVENT_KEY && !development) return;
  const event = {
    name: "gateway/projection.lost",
    id: `projection-lost-${Math.floor(Date.now() / NOTICE_INTERVAL_MS)}`,
    data: {},
  };
  await fetch(`${server.replace(/\/$/, "")}/e/${INNGEST_EVENT_KEY ?? "dev"}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
  }).catch(report);
}

// Name and message only: a stack or a cause may quote addresses.
function report(error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : "an error that is no Error";
  // biome-ignore lint/suspicious/noConsole: the edge runtime has no other way to write a line
  console.error(`gateway: ${text}`);
}

// Gateways in the benchmark, each in its own process tree in front of the same provider.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, eq, sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { gatewayLedger, organizations } from "@/db/schema";
import type { Tracing } from "@/lib/contracts/gateway/tracing";
import { startPostgres } from "@/lib/embedded/postgres";
import { applyConfigFile } from "@/lib/gateway-admin/config-file";
import { compile } from "@/scripts/program.mjs";
import { startEnvironment } from "../environment";
import { run, startProgram, startServer } from "../processes/server-process";
import { BROKEN_MODEL, FAILOVER_MODEL, MODEL, PACED_MODEL, PRICE, PROVIDER_KEY } from "./conversation";

export interface Contestant {
  /** The address for chat completions. */
  url: string;
  headers: Record<string, string>;
  pid: number;
  /** Ends the server, and reads what its ledger has of calls; of a contestant that is charged for its answers. */
  ledger?(): Promise<LedgerSum>;
  stop(): Promise<void>;
}

export interface LedgerSum {
  calls: number;
  /** Micro-dollars. */
  cost: number;
}

/** Assay with all its controls on, and one guardrail. */
export const CONTROLLED = "assay-controlled";
/** With three. */
export const GUARDED = "assay-guarded";

const KEY = randomBytes(24).toString("base64url");
const ORGANIZATION = "Bench";
/** High enough that no request is refused; each level is still counted. */
const MANY = 1_000_000_000;
const MANY_DOLLARS = 1_000_000;
export const chatAt = (address: string) => `${address}/v1/chat/completions`;

export async function startBareProxy(provider: string): Promise<Contestant> {
  const server = await startServer("gateway/bare-proxy.ts", { PROVIDER_URL: provider });
  return { ...server, url: chatAt(server.address), headers: {} };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}

interface Controls {
  tracing: Tracing;
  /**
   * Given, everything is controlled that can be: tokens a minute of the organization and the key, a budget, credits, prices,
   * so many guardrails that block, and a model whose first provider fails. Else requests a minute alone.
   */
  guardrails?: 1 | 3;
}

const blocking = [
  { type: "pii-detection", action: "block" },
  { type: "prompt-injection", action: "block" },
  { type: "secret-detection", stage: "post", action: "block" },
];

function configuration(provider: string, { tracing, guardrails }: Controls): string {
  const fake = { base_url: `${provider}/v1`, api_key: PROVIDER_KEY };
  const key = { name: "bench", key: KEY, organization: ORGANIZATION, rate_limit_rpm: MANY, tracing };
  const base = {
    providers: { fake: { ...fake, models: [MODEL, PACED_MODEL] } },
    auth: { keys: [key] },
    rate_limiting: { enabled: true, global_rpm: MANY },
    organizations: { [ORGANIZATION]: { rate_limiting: { rpm: MANY } } },
  };
  if (guardrails === undefined) return JSON.stringify(base);
  const budget = { period: "monthly", limit: MANY_DOLLARS };
  const targets = [
    { provider: "broken", model: BROKEN_MODEL },
    { provider: "fake", model: MODEL },
  ];
  return JSON.stringify({
    ...base,
    providers: { ...base.providers, broken: fake },
    auth: {
      keys: [{ ...key, rate_limit_tpm: MANY, budget, key_type: "managed", credit_balance: MANY_DOLLARS }],
    },
    organizations: { [ORGANIZATION]: { rate_limiting: { rpm: MANY, tpm: MANY } } },
    guardrails: { rules: blocking.slice(0, guardrails) },
    pricing: { models: { "*": PRICE }, unknown_model: "refuse" },
    // A breaker that opens would spare the failover.
    routing: {
      strategy: "ordered",
      targets: { [FAILOVER_MODEL]: targets },
      circuit_breaker: { failure_threshold: MANY },
    },
  });
}

interface AssayOptions extends Controls {
  /** False runs the API alone, which needs no build. */
  screens: boolean;
}

/** Assay as `npm start` starts it. */
export async function startAssay(provider: string, { screens, ...controls }: AssayOptions): Promise<Contestant> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-gateway-"));
  const file = join(folder, "gateway.yaml");
  await writeFile(file, configuration(provider, controls)); // JSON is YAML
  const variables = {
    ASSAY_CONFIG: file,
    ASSAY_DATA_DIR: join(folder, "data"),
    ASSAY_DEMO: "false",
    AUTH_SECRET: randomBytes(32).toString("hex"),
    ASSAY_INIT_OWNER_EMAIL: "bench@example.com",
    ASSAY_INIT_OWNER_PASSWORD: randomBytes(16).toString("hex"),
    ASSAY_INIT_ORGANIZATION: ORGANIZATION,
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
  };
  const program = screens ? ["scripts/start.mjs"] : [run, await compile("bench/gateway/assay-api.ts", "bench-api")];
  const server = await startProgram(program, variables, /Ready on (\S+)/);
  return {
    pid: server.pid,
    url: chatAt(server.found[1] ?? ""),
    headers: { authorization: `Bearer ${KEY}` },
    ...(controls.guardrails === undefined
      ? {}
      : {
          async ledger() {
            await server.stop();
            return sumOfLedger(join(variables.ASSAY_DATA_DIR, "postgres"));
          },
        }),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function sumOfLedger(directory: string): Promise<LedgerSum> {
  const postgres = await startPostgres({ directory });
  const { db, close } = connect(postgres.url, 1);
  try {
    const { costMicros, kind } = gatewayLedger;
    const [sum] = await db
      .select({ calls: count(), cost: sql<string>`coalesce(sum(${costMicros}), 0)`.mapWith(Number) })
      .from(gatewayLedger)
      .where(eq(kind, "call"));
    return sum ?? { calls: 0, cost: 0 };
  } finally {
    await close();
    await postgres.stop();
  }
}

/** Assay's edge route under `next start`, which needs a build. Redis runs outside, as with Upstash. */
export async function startEdgeRoute(provider: string): Promise<Contestant> {
  const environment = await startEnvironment();
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-edge-"));
  const file = join(folder, "gateway.yaml");
  await writeFile(file, configuration(provider, { tracing: "off" }));
  Object.assign(process.env, environment.variables); // applying the file tells the gateway's Redis of it
  await environment.db.insert(organizations).values({ name: ORGANIZATION });
  await applyConfigFile(file);
  const port = await freePort();
  const program = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", String(port)];
  const server = await startProgram(program, environment.variables, /Ready in/);
  return {
    pid: server.pid,
    url: chatAt(`http://127.0.0.1:${port}`),
    headers: { authorization: `Bearer ${KEY}` },
    async stop() {
      await server.stop();
      await environment.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// What tests provoke would fill their output, a line a request.
process.env.ASSAY_LOG ??= "text";
const folders = ["lib", "db", "inngest", "app", "cli"];
const sources = (suffix: string): string[] => folders.map((folder) => `${folder}/**/*${suffix}`);
// Suites share their worker's modules, which take longer to load than most suites run. Who puts another module in one's place,
// or another value in that of a variable that a process reads once, needs a worker of its own.
const alone = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".db.test.ts"))
      .map((file) => join(folder, file)),
  )
  .filter((file) => /vi\.mock\(|ASSAY_TRUST_PROXY/.test(readFileSync(file, "utf8")));
const database = {
  globalSetup: ["./db/testing/global-setup.ts"],
  setupFiles: ["./db/testing/cheap-passwords.ts"],
};

// Behind a pooler runs what can differ there (docs/decisions/0062-what-runs-behind-the-pooler.md).
const behindPooler = [
  ...sources(".pooler.test.ts"),
  // Connections, and what becomes of a transaction whose connection is lost or which is refused.
  "db/{hang-watch,pooler,snapshot}.db.test.ts",
  "lib/http/outage.http.test.ts",
  "lib/platform/health.http.test.ts",
  // Many transactions that wait for one another's locks, on fewer sessions than connections.
  "lib/annotation/work/{claims,drafts,submission-log,submissions,undo}.db.test.ts",
  "lib/annotation/{labels/rename-options,queues/default-queues,review/reviews,scores/score-sources}.db.test.ts",
  "lib/auth/{identities,throttle}.db.test.ts",
  "lib/gateway-admin/{config-file,keys,store-calls,money/money}.db.test.ts",
  // Settings of a transaction, COPY and snapshots.
  "lib/annotation/{export/export,reports/agreement}.db.test.ts",
  "lib/traces/ingestion.db.test.ts",
  "inngest/functions/fold-marks.db.test.ts",
  // The statements of every operation, through a server.
  "lib/http/{foreign,recalled-callers,thread}.http.test.ts",
  "lib/{accounts,datasets}/operations.http.test.ts",
];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    // Generous: a machine that is busy is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A suite waits for the database half of its time, so several share a core well.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: sources(".test.{ts,tsx}"),
          exclude: ["**/*.{db,http,pooler,edge}.test.{ts,tsx}"],
        },
      },
      { extends: true, test: { name: "db", include: sources(".db.test.ts"), exclude: alone, ...database } },
      { extends: true, test: { name: "db-alone", include: alone, isolate: true, ...database } },
      {
        extends: true,
        // openapi-typescript works with the compiler API of TypeScript 5, which the project's own does not have.
        resolve: { alias: [{ find: /^typescript$/, replacement: "typescript-5" }] },
        test: {
          name: "http",
          include: sources(".http.test.ts"),
          server: { deps: { inline: ["openapi-typescript"] } },
          globalSetup: ["./lib/http/testing/global-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pooler",
          include: behindPooler,
          // Connections that one suite loses on purpose would be missed by the next one.
          isolate: true,
          globalSetup: ["./db/testing/pooled-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "edge",
          environment: "edge-runtime",
          include: sources(".edge.test.ts"),
        },
      },
    ],
  },
});

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const sources = (suffix: string): string[] =>
  ["lib", "db", "inngest", "app"].map((folder) => `${folder}/**/*${suffix}`);
const database = { globalSetup: ["./db/testing/global-setup.ts"] };

// What is the affair of the server or its plans, of the jobs, which have an address of their own, or of the Next mount alone.
const withoutPooler = [
  "db/{guarded,restart,full-disk}.db.test.ts",
  "db/testing/**",
  "lib/embedded/jobs/**",
  "lib/http/restart.http.test.ts",
  "lib/openapi/client.http.test.ts",
  "lib/annotation/reports/reading-cost.db.test.ts",
  "lib/annotation/work/round-trips.db.test.ts",
  // What is refused before the database is asked, and what asks it long for the same as others do briefly.
  "lib/{http/{bounds,hostile},server/http-server}.http.test.ts",
  "lib/annotation/export/export-to-dataset.db.test.ts",
  "lib/gateway-admin/tracing-events.http.test.ts",
];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    // Generous: a machine that is busy is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A suite waits for the database half of its time, so two share a core well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: sources(".test.{ts,tsx}"),
          exclude: ["**/*.{db,http,pooler,edge}.test.{ts,tsx}"],
        },
      },
      { extends: true, test: { name: "db", include: sources(".db.test.ts"), ...database } },
      {
        extends: true,
        // openapi-typescript works with the compiler API of TypeScript 5, which the project's own does not have.
        resolve: { alias: [{ find: /^typescript$/, replacement: "typescript-5" }] },
        test: {
          name: "http",
          include: sources(".http.test.ts"),
          server: { deps: { inline: ["openapi-typescript"] } },
          ...database,
        },
      },
      {
        extends: true,
        test: {
          name: "pooler",
          include: [...sources(".pooler.test.ts"), ...sources(".db.test.ts"), ...sources(".http.test.ts")],
          exclude: withoutPooler,
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

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "playwright/test";
import { findBrowser } from "@/e2e/browser";
import { freePort } from "@/lib/embedded/postgres/server";

/**
 * The server under test: a running one named by ASSAY_E2E_URL, else one of our own on a free port with data that is thrown away.
 * Its owner and API keys are in the environment under the names that the server itself reads, for the tests to use.
 */
async function ownServer() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const filesPort = await freePort();
  const receiver = `127.0.0.1:${await freePort()}`;
  const provider = `127.0.0.1:${await freePort()}`;
  const nameServer = `127.0.0.1:${await freePort()}`;
  const dataDirectory = mkdtempSync(join(tmpdir(), "assay-e2e-"));
  process.on("exit", () => rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  // Playwright's workers read this file again, and inherit these.
  Object.assign(process.env, {
    ASSAY_E2E_URL: url,
    ASSAY_INIT_OWNER_EMAIL: "owner@example.com",
    ASSAY_INIT_OWNER_PASSWORD: randomBytes(12).toString("base64url"),
    ASSAY_INIT_ORGANIZATION: "Example",
    ASSAY_INIT_API_KEY: randomBytes(16).toString("hex"),
    ASSAY_INIT_SECRET_KEY: randomBytes(16).toString("hex"),
    ADMIN_TOKEN: randomBytes(16).toString("hex"),
    // Where a story serves files from elsewhere. The operator allows this private address.
    ASSAY_E2E_FILES_PORT: String(filesPort),
    // Where a story receives webhooks; allowed too.
    ASSAY_E2E_RECEIVER: receiver,
    // Where a company's sign-in provider is, allowed too, and the name server that shows its domain.
    ASSAY_E2E_PROVIDER: provider,
    ASSAY_E2E_DNS: nameServer,
  });
  return {
    command: "node scripts/start.mjs",
    // The API answers before the screens do.
    url: `${url}/sign-in`,
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      ASSAY_DATA_DIR: dataDirectory,
      ASSAY_ALLOWED_HOSTS: `127.0.0.1:${filesPort},${receiver},${provider}`,
      ASSAY_DNS: nameServer,
      ASSAY_LOG_LEVEL: "warn",
    },
    // A build beside other work takes minutes.
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
    stderr: "pipe",
  } as const;
}

const webServer = process.env.ASSAY_E2E_URL ? undefined : await ownServer();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // Generous: a machine that is busy is no reason to fail.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A story that only passes again is reported as flaky in the end: one lost second of a busy machine does not fail all others.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...(process.env.ASSAY_E2E_URL && { baseURL: process.env.ASSAY_E2E_URL }),
    browserName: "chromium",
    launchOptions: { executablePath: await findBrowser() },
    trace: "on-first-retry",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    { name: "phone", grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  ...(webServer && { webServer }),
});

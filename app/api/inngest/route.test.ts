import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const url = "http://127.0.0.1/api/inngest?fnId=assay-any&stepId=step";
let route: typeof import("./route");

beforeAll(async () => {
  vi.stubEnv("INNGEST_DEV", undefined);
  vi.stubEnv("INNGEST_SIGNING_KEY", "signkey-embedded-0123456789abcdef");
  vi.spyOn(console, "error").mockImplementation(() => undefined); // where the SDK reports refusals
  route = await import("./route");
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("calls without a valid Inngest signature", () => {
  const now = Math.floor(Date.now() / 1000);
  it.each([
    { method: "GET", signature: null },
    { method: "POST", signature: null },
    { method: "PUT", signature: null },
    { method: "POST", signature: `t=${now}&s=${"0".repeat(64)}` },
    { method: "PUT", signature: `t=${now}&s=${"0".repeat(64)}` },
  ] as const)("$method with signature $signature is refused", async ({ method, signature }) => {
    const request = new Request(url, {
      method,
      headers: { host: "127.0.0.1", ...(signature === null ? {} : { "x-inngest-signature": signature }) },
      ...(method === "GET" ? {} : { body: JSON.stringify({ event: {}, events: [], steps: {}, ctx: { run_id: "1" } }) }),
    });
    expect((await route[method](request)).status).toBe(401);
  });
});

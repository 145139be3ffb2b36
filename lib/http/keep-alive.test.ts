// On Vercel a Node function ends with its answer, unless Next keeps it alive: judges and simulated customers ask models there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { keepAliveBy, outlive } from "@/lib/gateway/record/live-events";
import { routeOf } from "./route";

afterEach(() => {
  keepAliveBy(() => {});
  vi.restoreAllMocks();
});

test("what a platform route records of model calls goes on after its answer", () => {
  keepAliveBy(() => {});
  routeOf();
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  outlive(Promise.resolve());
  // Next's own function takes the work; outside of a request it only complains.
  expect(String(logged.mock.calls[0])).toMatch(/after.* was called outside a request scope/);
});

test.each(["app/api/inngest/route.ts", "app/-/guardrails/test/route.ts"])("%s does the same", (file) => {
  expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toMatch(/^keepAliveBy\(after\);$/m);
});

// On Vercel a Node function ends with its answer, unless Next keeps it alive: judges and simulated customers ask models there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { keepAlive, keepAliveBy } from "@/lib/exchange/keep-alive";
import { routeOf } from "./route";

afterEach(() => keepAliveBy(() => {}));

test("recording of model calls on a platform route continues after the answer", () => {
  keepAliveBy(() => {});
  routeOf();
  // Next's own function takes the work; outside of a request it only complains.
  expect(() => keepAlive(Promise.resolve())).toThrow(/after.* was called outside a request scope/);
});

test.each(["app/api/inngest/route.ts", "app/-/guardrails/test/route.ts"])(
  "%s keeps background work alive too",
  (file) => {
    expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toMatch(/^keepAliveBy\(after\);$/m);
  },
);

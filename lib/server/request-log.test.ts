import { expect, test } from "vitest";
import { levelOf } from "./request-log";

test.each([
  ["listQueues", 200, "info"],
  ["listQueues", 404, "info"],
  ["listQueues", 503, "warn"],
  ["listQueues", null, "info"],
  [null, 404, "info"],
  ["livez", 200, "debug"],
  ["readyz", 503, "debug"],
  ["getMetrics", 200, "debug"],
])("%s with status %s is logged as %s", (operation, status, level) => {
  expect(levelOf(operation, status)).toBe(level);
});

import { expect, test } from "vitest";
import { StopStack } from "./stop-stack";

test("stops in reverse order despite one that fails and one that hangs, and reports both", async () => {
  const order: string[] = [];
  const stops = new StopStack();
  const add = (name: string, outcome: Promise<void>): void =>
    stops.push(() => {
      order.push(name);
      return outcome;
    });
  add("database", Promise.resolve());
  add("hanging", new Promise(() => undefined));
  stops.push(() => Promise.reject(new Error("broken")));
  add("server", Promise.resolve());

  const failures = await stops.stopAll(20);
  expect(order).toEqual(["server", "hanging", "database"]);
  expect(failures.map(String)).toEqual(["Error: broken", "Error: not stopped within 20 ms"]);
  expect(await stops.stopAll(20)).toEqual([]);
});

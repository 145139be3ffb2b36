import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { progressQuery } from "@/lib/client/queues/work-queries";
import { fewAtOnce } from "./few-at-once";

afterEach(() => vi.unstubAllGlobals());

test("A few tasks run at a time, in order, and one that fails lets the next one run", async () => {
  const inTurn = fewAtOnce(2);
  const log: string[] = [];
  const task = (name: string) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === "b") throw new Error("b failed");
      return name;
    });
  const outcomes = await Promise.allSettled(["a", "b", "c", "d", "e"].map(task));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", ...Array(3).fill("fulfilled")]);
  expect(log.filter((line) => line.endsWith("begins"))).toEqual(
    ["a", "b", "c", "d", "e"].map((name) => `${name} begins`),
  );
  const running = log.map((_, at) =>
    log.slice(0, at + 1).reduce((all, line) => all + (line.endsWith("begins") ? 1 : -1), 0),
  );
  expect(Math.max(...running)).toBe(2);
  await expect(task("f")).resolves.toBe("f");
});

test("The progress of 200 queues is requested a few at a time", async () => {
  let [running, most, all] = [0, 0, 0];
  vi.stubGlobal("location", { origin: "http://assay.test" });
  vi.stubGlobal("fetch", async () => {
    running += 1;
    all += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return Response.json({ status: true, result: {} });
  });
  const client = new QueryClient();
  await Promise.all(Array.from({ length: 200 }, (_, at) => client.fetchQuery(progressQuery(`queue-${at}`))));
  expect(all).toBe(200);
  expect(most).toBe(6);
});

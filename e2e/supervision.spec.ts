import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { call } from "@/lib/client/call";
import { createLabel, listLabels } from "@/lib/contracts/annotation/labels";
import { isAlive } from "@/lib/embedded/processes";
import { expect, test, unique } from "./fixtures";
import { end, forget, startServer } from "./own-server";

const WRITERS = 8;

/** The server's own process: it holds the data. */
const serverIn = async (directory: string): Promise<number> =>
  Number((await readFile(join(directory, "lock"), "utf8")).split("\n", 1)[0]);

test("a server that is killed under load comes back by itself, with everything that it had acknowledged", async () => {
  test.setTimeout(300_000);
  const { starter, directory, target, said } = await startServer();
  try {
    await expect.poll(said, { timeout: 180_000 }).toContain("Ready on");
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const name = unique("Label");
        const isDone = await call(createLabel, { name, type: "text", settings: {} }, target).then(
          () => true,
          () => false,
        );
        if (isDone) acknowledged.push(name);
        else await wait(100);
      }
    };
    const writers = Array.from({ length: WRITERS }, write);
    for (const round of [1, 2]) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      const killed = await serverIn(directory);
      process.kill(killed, "SIGKILL");
      await expect.poll(said).toContain(`it starts again in ${0.25 * round} s.`);
      await expect.poll(() => said().split("Ready on").length, { timeout: 120_000 }).toBe(round + 2);
    }
    const survived = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(survived);
    isOver = true;
    await Promise.all(writers);
    const found = new Set<string>();
    for (let page = 1; found.size < acknowledged.length; page += 1) {
      const { results } = await call(listLabels, { page, limit: 100 }, target);
      for (const { name } of results) found.add(name);
      if (results.length === 0) break;
    }
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
    const last = await serverIn(directory);
    expect(await end(starter)).toBe(0);
    expect(isAlive(last)).toBe(false);
  } finally {
    if (starter.exitCode === null) await end(starter);
    await forget(directory);
  }
});

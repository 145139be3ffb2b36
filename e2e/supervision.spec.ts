import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { call } from "@/lib/client/call";
import { createLabel, listLabels } from "@/lib/contracts/annotation/labels";
import { isAlive } from "@/lib/embedded/processes";
import { childrenOf, end, forget, startServer } from "@/lib/server/testing/own-server";
import { expect, test, unique } from "./fixtures";

const WRITERS = 8;
/** How long after each of two deaths it is started again. */
const WHEN = ["", " in 0.25 s"];

/** The server's own process: it holds the data. */
const serverIn = async (directory: string): Promise<number> =>
  Number((await readFile(join(directory, "lock"), "utf8")).split("\n", 1)[0]);

test("a server killed under load restarts by itself, with everything that it had acknowledged", async () => {
  test.setTimeout(300_000);
  const { starter, directory, target, output } = await startServer();
  try {
    await expect.poll(output, { timeout: 180_000 }).toContain("Ready on");
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
    for (const [round, when] of WHEN.entries()) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      const killed = await serverIn(directory);
      const children = await childrenOf(killed);
      expect(children.length).toBeGreaterThan(1);
      process.kill(killed, "SIGKILL");
      await expect.poll(() => children.filter(({ pid }) => isAlive(pid))).toEqual([]);
      await expect.poll(output).toContain(` and restarts${when}.`);
      await expect.poll(() => output().split("Ready on").length, { timeout: 120_000 }).toBe(round + 3);
    }
    const survived = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(survived);
    isOver = true;
    await Promise.all(writers);
    const found = new Set<string>();
    // To the last page: there are more than were acknowledged, written in the moment of a death.
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { results, count } = await call(listLabels, { page, limit: 100 }, target);
      for (const { name } of results) found.add(name);
      pages = Math.ceil(count / 100);
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

test("when the screens' process is killed under load, the API keeps working and the screens come back", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { starter, directory, target, output } = await startServer();
  try {
    await expect.poll(output, { timeout: 180_000 }).toContain("Ready on");
    await page.goto(`${target.origin}/sign-in`);
    let isOver = false;
    let written = 0;
    const write = async () => {
      for (; !isOver; written += 1)
        await call(createLabel, { name: unique("Label"), type: "text", settings: {} }, target);
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, write));
    for (const when of WHEN) {
      const before = written;
      const children = await childrenOf(await serverIn(directory));
      process.kill(children.find(({ command }) => command.includes("screens.mjs"))?.pid ?? 0, "SIGKILL");
      await expect(async () => {
        const away = await fetch(`${target.origin}/sign-in`);
        expect([away.status, away.headers.get("retry-after")]).toEqual([503, "2"]);
      }).toPass({ intervals: [10] });
      await page.goto(`${target.origin}/sign-in`);
      // Away or not, it shows the screen in the end, without anybody's doing.
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 60_000 });
      expect(output()).toContain(`The screens' process ended (SIGKILL) and restarts${when}.`);
      expect(written).toBeGreaterThan(before);
    }
    isOver = true;
    await writers;
    expect(await end(starter)).toBe(0);
  } finally {
    if (starter.exitCode === null) await end(starter);
    await forget(directory);
  }
});

test("a standby takes over from a server that was killed, with everything that it had acknowledged", async () => {
  test.setTimeout(300_000);
  const { starter, directory, target, output } = await startServer({ variables: { ASSAY_STANDBY: "true" } });
  try {
    await expect.poll(output, { timeout: 180_000 }).toContain("Ready on");
    const name = unique("Label");
    await call(createLabel, { name, type: "text", settings: {} }, target);
    const standbyPid = async () =>
      (await childrenOf(starter.pid ?? 0)).find(({ command }) => command.includes("--standby"))?.pid ?? 0;
    await expect.poll(standbyPid).toBeGreaterThan(0);
    const standby = await standbyPid();
    process.kill(await serverIn(directory), "SIGKILL");
    await expect.poll(() => output().split("Ready on").length, { timeout: 120_000 }).toBe(3);
    expect(await serverIn(directory)).toBe(standby);
    expect(await call(listLabels, { search: name }, target)).toMatchObject({ results: [{ name }] });
    expect(await end(starter)).toBe(0);
    expect(isAlive(standby)).toBe(false);
  } finally {
    if (starter.exitCode === null) await end(starter);
    await forget(directory);
  }
});

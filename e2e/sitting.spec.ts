// A long sitting: the next item is on the screen before the server is asked for anything, however many came before it. How fast
// it is on this machine is printed and not asserted; ASSAY_SITTING says how many items, e.g. 600, and ASSAY_SITTING_ROWS
// how many the queue has, e.g. 100000.
import type { Page } from "playwright/test";
import { getQueueProgress } from "@/lib/contracts/annotation/queues/progress";
import { openDesk, sourceHeading, watchLoadedItems } from "./desk";
import { expect, test } from "./fixtures";
import { queueOf } from "./scene";

// What one reader of a queue's progress counts of the items that were just added.
const FOLDED_AT_ONCE = 20_000;
const ITEMS = Number(process.env.ASSAY_SITTING ?? 60);
const ROWS = Number(process.env.ASSAY_SITTING_ROWS ?? ITEMS + 40);
const LATENCY_MS = 100;
const PACE_MS = 150;
const LONGEST_ADDRESS = 1000;

/** Ms from each Ctrl Enter to the frame that shows another item. */
async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: number[] = [];
    Object.assign(window, { paints });
    const shown = () => document.querySelector("section[aria-label=Source] h1")?.textContent;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !event.ctrlKey) return;
      const before = shown();
      const look = () => {
        const now = shown();
        if (!now || now === before) return void requestAnimationFrame(look);
        // Behind the frame's drawing, which follows its callbacks.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => paints.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    window.addEventListener("keydown", onKey, { capture: true });
  });
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const figures = (times: readonly number[]): string =>
  `median ${median(times).toFixed(0)} ms, maximum ${Math.max(...times).toFixed(0)} ms`;

test("the next item appears at once, at the end of a long sitting as at its start", async ({
  ownersPage: page,
  api,
}) => {
  test.setTimeout(60_000 + ITEMS * 1000 + ROWS * 5);
  const queue = await queueOf(api, { rows: ROWS });
  // A sitting, not the minute after an import.
  for (let read = 0; read < ROWS; read += FOLDED_AT_ONCE) await api(getQueueProgress, { queue_id: queue.id });
  await watchPaints(page);
  const addresses: number[] = [];
  const failed: string[] = [];
  let requests = 0;
  page.on("response", (response) => {
    const url = response.url();
    if (url.includes("next-item")) addresses.push(url.length);
    if (!url.includes("/model-hub/")) return;
    requests++;
    if (response.status() >= 400) failed.push(`${response.status()} ${url}`);
  });
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", conditions);
  await openDesk(page, queue.id);
  await page.waitForLoadState("networkidle");
  for (let row = 1; row <= ITEMS; row++) {
    await expect(sourceHeading(page)).toHaveText(`Row ${row} of ${queue.datasetName}`);
    await page.keyboard.press("1");
    await page.waitForTimeout(PACE_MS);
    await page.keyboard.press("Control+Enter");
  }
  await expect(sourceHeading(page)).toHaveText(`Row ${ITEMS + 1} of ${queue.datasetName}`);
  await expect(page.getByRole("banner")).toContainText(`You ${ITEMS}`);
  const paints = await page.evaluate(() => (window as unknown as { paints: number[] }).paints); // set above
  expect(paints).toHaveLength(ITEMS);
  expect(failed).toEqual([]);
  expect(Math.max(...addresses)).toBeLessThan(LONGEST_ADDRESS);
  const edge = Math.min(50, Math.floor(ITEMS / 2));
  process.stdout.write(
    `\nKey to next item painted, ${LATENCY_MS} ms of latency, ${ITEMS} of ${ROWS} items: ${figures(paints)}\n` +
      `  first ${edge}: ${figures(paints.slice(0, edge))}\n  last ${edge}: ${figures(paints.slice(-edge))}\n` +
      `  ${(requests / ITEMS).toFixed(1)} requests an item\n`,
  );
});

test("the next item appears without waiting for a request", async ({ ownersPage: page, context, api }) => {
  const queue = await queueOf(api, { rows: 40 });
  const loaded = watchLoadedItems(page);
  await openDesk(page, queue.id);
  // The next ones; more only once submits have shown a pace.
  await expect.poll(loaded).toBe(5);
  await context.setOffline(true);
  for (const row of [1, 2, 3, 4]) {
    await expect(sourceHeading(page)).toHaveText(`Row ${row} of ${queue.datasetName}`);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
  }
  await expect(sourceHeading(page)).toHaveText(`Row 5 of ${queue.datasetName}`);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "No more items are loaded" })).toBeVisible();
  await context.setOffline(false);
  await expect(sourceHeading(page)).toHaveText(`Row 6 of ${queue.datasetName}`);
});

/** Presses a key the moment an item's source is in the page: before the frame is drawn, and what the browser puts behind it. */
async function pressAsItemsComeUp(page: Page, key: string): Promise<void> {
  await page.addInitScript((pressed) => {
    let shown: string | null | undefined;
    const watch = new MutationObserver(() => {
      const now = document.querySelector("section[aria-label=Source] h1")?.textContent;
      if (!now || now === shown) return;
      shown = now;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  }, key);
}

test("a key pressed the moment an item appears counts", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 12 });
  await pressAsItemsComeUp(page, "1");
  // Slow enough that the effects behind a frame come in a turn of their own, as they do now and then in a long sitting.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await openDesk(page, queue.id);
  for (let row = 1; row <= 10; row++) {
    await expect(sourceHeading(page)).toHaveText(`Row ${row} of ${queue.datasetName}`);
    await expect(page.getByRole("region", { name: "Annotation" }).getByRole("button", { pressed: true })).toHaveCount(
      1,
    );
    await page.keyboard.press("Control+Enter");
  }
});

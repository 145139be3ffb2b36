// What opening a screen costs: its JavaScript, compressed as it travels, and its icon.
import type { Page } from "playwright/test";
import { openDesk } from "./desk";
import { expect, test } from "./fixtures";
import { queueOf } from "./scene";

const MOST_BYTES = 200_000;

/** The bytes of each script that arrives while a page opens with an empty cache, until nothing more is under way. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const paths = new Map<string, string>();
  const arrived = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType.includes("javascript")) paths.set(requestId, new URL(response.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path) arrived.set(path, encodedDataLength);
  });
  await open();
  await page.waitForLoadState("networkidle");
  return arrived;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

test("the desk opens with at most 200 kB of compressed JavaScript", { tag: "@phone" }, async ({ ownersPage, api }) => {
  const queue = await queueOf(api, { rows: 1 });
  const scripts = await scriptsOf(ownersPage, () => openDesk(ownersPage, queue.id));
  expect(scripts.size).toBeGreaterThan(0);
  expect(sum(scripts.values()), JSON.stringify([...scripts], null, 1)).toBeLessThanOrEqual(MOST_BYTES);
});

test("the icon is immutable, so browsers do not request it again for each address", async ({ page }) => {
  await page.goto("/sign-in");
  const href = await page.locator("link[rel=icon]").first().getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toContain("immutable");
});

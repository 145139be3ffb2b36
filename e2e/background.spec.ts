import { readFile } from "node:fs/promises";
import { links } from "@/lib/client/links";
import { listQueueExports } from "@/lib/contracts/annotation/exports";
import { expect, test, visit } from "./fixtures";
import { queueOf } from "./scene";

const ROWS = 1200;

test("I start an export in the background, see its progress, and download it", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: ROWS });
  const done: number[] = [];
  const path = listQueueExports.path.replace("{queue_id}", queue.id);
  page.on("response", async (response) => {
    if (!response.url().includes(path) || response.request().method() !== "GET") return;
    const [entry] = (await response.json()).results;
    if (entry) done.push(entry.items_done);
  });
  await visit(page, links.queue(queue.id, "exports"));
  await expect(page.getByText("No exports yet.")).toBeVisible();
  await page.getByRole("button", { name: "Write JSON", exact: true }).click();
  const row = page.getByRole("table", { name: "Background exports" }).getByRole("row").nth(1);
  await expect(row).toContainText(`of ${ROWS}`);
  await expect(row).toContainText("Complete", { timeout: 20_000 });
  await expect(row.getByRole("progressbar", { name: "Items written" })).toHaveAttribute("aria-valuenow", String(ROWS));
  expect(done, "what the page was told, in order").toEqual(done.toSorted((one, other) => one - other));

  const started = page.waitForEvent("download");
  await row.getByRole("link", { name: "Download" }).click();
  const { result } = JSON.parse(await readFile(await (await started).path(), "utf8"));
  expect(result.map(({ order }: { order: number }) => order)).toEqual(Array.from({ length: ROWS }, (_, row) => row));
});

test("an export continues while I am on other pages, and then waits on the home page", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 3 });
  await visit(page, links.queue(queue.id, "exports"));
  await page.getByRole("button", { name: "Write CSV", exact: true }).click();
  await expect(page.getByRole("table", { name: "Background exports" })).toBeVisible();
  await visit(page, links.labels());
  const file = page.getByRole("region", { name: "Recent exports" }).getByRole("link", { name: queue.name });
  await expect(async () => {
    await visit(page, links.home());
    await expect(file).toBeVisible({ timeout: 1000 });
  }).toPass();
  const started = page.waitForEvent("download");
  await file.click();
  const text = await readFile(await (await started).path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(4);
});

// The network goes, the tab is closed, somebody else sits down: nothing that was put in is lost, and nothing counts twice.
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { addQueueLabel } from "@/lib/contracts/annotation/queues/labels";
import { field, openDesk, skipByKey, sourceHeading, watchLoadedItems } from "./desk";
import { type Api, expect, newMember, origin, owner, reload, signIn, test, unique, visit } from "./fixtures";
import { lineTo } from "./line";
import { type QueueScene, queueOf } from "./scene";

const FIVE_MINUTES_MS = 5 * 60_000;

const rowShown = (page: Page, queue: QueueScene, row: number) =>
  expect(sourceHeading(page)).toHaveText(`Row ${row} of ${queue.datasetName}`);
const star = (page: Page, name: string, count: number) =>
  field(page, name).getByRole("button", { name: count === 1 ? "1 star" : `${count} stars`, exact: true });
const scoresOf = (api: Api, queue: QueueScene, index: number) =>
  api(listAnnotations, { queue_id: queue.id, item_id: queue.itemIds[index] ?? "" });
const bar = (page: Page) => page.getByRole("status").filter({ hasText: /offline|sent|signed out/ });

async function choose(page: Page, stars: number): Promise<void> {
  await page.keyboard.press(String(stars));
  await expect(page.getByRole("button", { pressed: true, name: `${stars} star` })).toBeVisible();
}

async function send(page: Page, queue: QueueScene, stars: number, nextRow: number): Promise<void> {
  await choose(page, stars);
  await page.keyboard.press("Control+Enter");
  await rowShown(page, queue, nextRow);
}

/** Opens the desk and waits until as many items are loaded ahead. */
async function openDeskAhead(page: Page, queue: QueueScene, ahead: number, through = ""): Promise<void> {
  const loaded = watchLoadedItems(page);
  await visit(page, `${through}${links.desk(queue.id, queue.itemIds[0])}`);
  await expect(sourceHeading(page)).toBeVisible();
  await expect.poll(loaded).toBeGreaterThan(ahead);
}

test("five minutes offline, with a tab closed in between, lose nothing, and nothing is sent twice", async ({
  ownersPage: page,
  context,
  api,
}) => {
  const [stars, remark] = [unique("Stars"), unique("Remark")];
  const queue = await queueOf(api, {
    rows: 20,
    labels: [
      { type: "star", name: stars },
      { type: "text", name: remark },
    ],
  });
  const line = await lineTo(origin());
  await page.clock.install();
  await openDeskAhead(page, queue, 3, line.origin);
  const answered: number[] = [];
  context.on("response", (response) => {
    if (response.url().endsWith("/annotations/submit/")) answered.push(response.status());
  });

  await line.cut();
  await send(page, queue, 2, 2);
  await send(page, queue, 3, 3);
  await field(page, remark).getByRole("textbox").fill("Half a thou");
  await expect(bar(page)).toHaveText("You are offline. 2 answers are waiting and will be sent automatically.");
  await expect(page.getByRole("main").getByText("Draft kept in this browser")).toBeVisible();
  await page.clock.fastForward(FIVE_MINUTES_MS);
  await expect(bar(page)).toContainText("2 answers are waiting");
  // However long ago an item was left, it can be looked at again as long as it is not sent.
  await page.keyboard.press("Escape");
  for (const row of [2, 1]) {
    await page.keyboard.press("ArrowLeft");
    await rowShown(page, queue, row);
  }
  for (const row of [2, 3]) {
    await page.keyboard.press("ArrowRight");
    await rowShown(page, queue, row);
  }
  await page.close();

  const next = await context.newPage();
  await next.goto(line.origin + links.desk(queue.id, queue.itemIds[2]));
  await expect(next.getByRole("heading", { name: "The server cannot be reached" })).toBeVisible();
  await line.mend();
  await rowShown(next, queue, 3);
  await expect(field(next, remark).getByRole("textbox")).toHaveValue("Half a thou");
  await expect(next.getByRole("banner")).toContainText("You 2");
  for (const [index, rating] of [2, 3].entries()) {
    expect(await scoresOf(api, queue, index)).toMatchObject([{ value: { rating }, value_history: [] }]);
  }
  expect(answered).toEqual([200, 200]);
  await reload(next);
  await expect(field(next, remark).getByRole("textbox")).toHaveValue("Half a thou");
  expect(answered).toEqual([200, 200]);
});

test("I work on preloaded items offline, undo offline, and everything is sent in order when I am online", async ({
  ownersPage: page,
  context,
  api,
}) => {
  const stars = unique("Stars");
  const queue = await queueOf(api, { rows: 20, labels: [{ type: "star", name: stars }] });
  await openDeskAhead(page, queue, 3);
  // The first key fetches the code of dialogs.
  await page.keyboard.press("ArrowDown");
  await page.waitForLoadState("networkidle");
  // Not what was tried: the desk tries again and again, also in the moment before it is online.
  const arrived: string[] = [];
  const measured: unknown[] = [];
  context.on("response", (response) => {
    if (response.url().endsWith("/annotations/submit/")) measured.push(response.request().postDataJSON().work_ms);
    const [, itemId] = response.url().match(/items\/([^/]+)\/(?:annotations\/submit|skip)\//) ?? [];
    if (itemId) arrived.push(itemId);
  });
  await context.setOffline(true);
  await send(page, queue, 1, 2);
  await skipByKey(page);
  await rowShown(page, queue, 3);
  await send(page, queue, 5, 4);
  await expect(bar(page)).toContainText("2 answers and 1 skip are waiting");
  await page.keyboard.press("z");
  await rowShown(page, queue, 3);
  await expect(star(page, stars, 5)).toHaveAttribute("aria-pressed", "true");
  await expect(bar(page)).toContainText("1 answer and 1 skip are waiting");
  await page.keyboard.press("4");
  await page.keyboard.press("Control+Enter");
  await rowShown(page, queue, 4);
  expect(arrived).toEqual([]);
  await context.setOffline(false);
  await expect(bar(page)).toHaveText("2 answers and 1 skip were sent.");
  await rowShown(page, queue, 4);
  expect(arrived).toEqual(queue.itemIds.slice(0, 3));
  expect(await scoresOf(api, queue, 2)).toMatchObject([{ value: { rating: 4 }, value_history: [] }]);
  expect(measured).toEqual([expect.any(Number), expect.any(Number)]);
});

test("a refused submit does not interrupt me, and waits in a list with its values", async ({
  ownersPage: page,
  api,
}) => {
  const stars = unique("Stars");
  const queue = await queueOf(api, { rows: 20, labels: [{ type: "star", name: stars }] });
  await openDeskAhead(page, queue, 1);
  // At the first sign of work the desk asks for its item anew. What is required from then on, the server alone knows.
  const renewed = page.waitForResponse((response) => response.url().includes(`${queue.itemIds[0]}/annotate-detail`));
  await choose(page, 4);
  await renewed;
  const reason = unique("Reason");
  const label = await api(createLabel, { type: "text", name: reason, settings: {} });
  await api(addQueueLabel, { queue_id: queue.id, label_id: label.id, required: true });
  await page.keyboard.press("Control+Enter");
  const refusals = page.getByRole("region", { name: "1 answer was refused" });
  await expect(refusals).toContainText(`Row 1 of ${queue.datasetName}: Required labels are missing: ${reason}.`);
  await rowShown(page, queue, 2);
  expect(await scoresOf(api, queue, 0)).toEqual([]);
  await page.keyboard.press("2");
  await refusals.getByRole("link", { name: "Open" }).click();
  await rowShown(page, queue, 1);
  await expect(star(page, stars, 4)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("alert").filter({ hasText: "Required labels are missing" })).toBeVisible();
  await field(page, reason).getByRole("textbox").fill("It is short.");
  await page.keyboard.press("Control+Enter");
  await rowShown(page, queue, 2);
  await expect(refusals).toBeHidden();
  await expect.poll(async () => (await scoresOf(api, queue, 0)).length).toBe(2);
});

test("undo and going back survive a reload", async ({ ownersPage: page, api }) => {
  const stars = unique("Stars");
  const queue = await queueOf(api, { rows: 20, labels: [{ type: "star", name: stars }] });
  await openDeskAhead(page, queue, 1);
  await send(page, queue, 3, 2);
  await send(page, queue, 4, 3);
  await expect(page.getByRole("banner")).toContainText("You 2");
  await reload(page);
  await rowShown(page, queue, 3);
  await page.keyboard.press("ArrowLeft");
  await rowShown(page, queue, 2);
  await page.keyboard.press("ArrowRight");
  await rowShown(page, queue, 3);
  for (const row of [2, 1]) {
    await page.keyboard.press("z");
    await rowShown(page, queue, row);
    await expect(star(page, stars, row + 2)).toHaveAttribute("aria-pressed", "true");
  }
  await expect(page.getByRole("banner")).toContainText("You 0");
});

test("signing out with unsent work asks first, and another person neither sees nor sends it", async ({
  page,
  context,
  api,
}) => {
  test.slow();
  const member = await newMember("Mara Lindqvist");
  const stars = unique("Stars");
  const queue = await queueOf(api, {
    rows: 20,
    labels: [{ type: "star", name: stars }],
    annotators: [member.userId],
  });
  await signIn(page, owner());
  await openDeskAhead(page, queue, 1);
  await context.route("**/annotations/submit/", (route) => route.abort());
  await send(page, queue, 3, 2);
  await expect(bar(page)).toContainText("1 answer is waiting");
  await visit(page, links.home());
  await expect(bar(page)).toContainText("1 answer is waiting");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Sign out while 1 answer waits?" });
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in/);

  await context.unroute("**/annotations/submit/");
  await signIn(page, member);
  await openDesk(page, queue.id);
  await expect(bar(page)).toBeHidden();
  await visit(page, links.home());
  expect(await scoresOf(api, queue, 0)).toEqual([]);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in/);

  await signIn(page, owner());
  await expect.poll(async () => (await scoresOf(api, queue, 0)).length).toBe(1);
  expect(await scoresOf(api, queue, 0)).toMatchObject([{ value: { rating: 3 }, annotator_email: owner().email }]);
});

test("a session that ends while I type is said at once, and what I typed is still there after signing in", async ({
  page,
  context,
  api,
}) => {
  const remark = unique("Remark");
  const queue = await queueOf(api, { rows: 2, labels: [{ type: "text", name: remark }] });
  await signIn(page, owner());
  await openDesk(page, queue.id);
  // The first change renews the reservation, and leads to the sign-in by itself.
  await field(page, remark).getByRole("textbox").fill("A long");
  await expect(page.getByRole("main").getByText("Draft saved")).toBeVisible();
  await context.clearCookies();
  await field(page, remark).getByRole("textbox").fill("A long thought");
  await expect(bar(page)).toContainText("You are signed out. What you type stays in this browser.");
  await expect(bar(page).getByRole("link", { name: "Sign in" })).toBeVisible();
  await signIn(page, owner());
  await openDesk(page, queue.id);
  await expect(field(page, remark).getByRole("textbox")).toHaveValue("A long thought");
});

test("the end of a reservation is announced when it comes near, and when it is there", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 2, labels: [{ type: "star", name: unique("Stars") }] });
  await page.clock.install();
  await openDesk(page, queue.id);
  const spoken = (text: string) => page.locator("[aria-live=polite]").filter({ hasText: text });
  await page.clock.fastForward(56 * 60_000);
  await expect(spoken("The reservation ends soon. A change of the answers renews it.")).toHaveCount(1);
  await page.clock.fastForward(FIVE_MINUTES_MS);
  await expect(spoken("Reservation expired; draft kept")).toHaveCount(1);
});

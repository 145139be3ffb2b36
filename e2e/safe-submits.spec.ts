// Work is not lost at the desk: drafts follow the annotator, a lost answer has no second effect, and what was sent comes back.
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { annotateDetail, listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { reviewItem } from "@/lib/contracts/annotation/reviews";
import { field, openDesk, shownQuestion, skipByKey } from "./desk";
import { type Api, expect, newMember, owner, pageOf, reload, test, unique, visit } from "./fixtures";
import { type QueueScene, queueOf } from "./scene";

const star = (page: Page, name: string, count: number) =>
  field(page, name).getByRole("button", { name: count === 1 ? "1 star" : `${count} stars`, exact: true });
const rowShown = (page: Page, _: QueueScene, row: number) => expect(shownQuestion(page)).toHaveText(`Question ${row}?`);
const draftSaved = (page: Page) => expect(page.getByRole("main").getByText("Draft saved")).toBeVisible();
const scoresOf = (api: Api, queue: QueueScene, index: number) =>
  api(listAnnotations, { queue_id: queue.id, item_id: queue.itemIds[index] ?? "" });

/** Gives the item these stars and sends it, and waits for the next row. */
async function send(page: Page, queue: QueueScene, stars: number, nextRow: number): Promise<void> {
  await page.keyboard.press(String(stars));
  await expect(page.getByRole("button", { pressed: true, name: `${stars} star` })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await rowShown(page, queue, nextRow);
}

test.describe("drafts", () => {
  test("my draft appears in another browser, and disappears when I submit it", async ({
    ownersPage: page,
    api,
    browser,
    playwright,
  }) => {
    const [stars, remark] = [unique("Stars"), unique("Remark")];
    const queue = await queueOf(api, {
      rows: 2,
      labels: [
        { type: "star", name: stars },
        { type: "text", name: remark },
      ],
    });
    await openDesk(page, queue.id, queue.itemIds[0]);
    await page.keyboard.press("4");
    await field(page, remark).getByRole("textbox").fill("Half a thou");
    await draftSaved(page);
    const elsewhere = await pageOf({ browser, playwright }, owner());
    await openDesk(elsewhere, queue.id, queue.itemIds[0]);
    await expect(star(elsewhere, stars, 4)).toHaveAttribute("aria-pressed", "true");
    await expect(field(elsewhere, remark).getByRole("textbox")).toHaveValue("Half a thou");
    expect(await scoresOf(api, queue, 0)).toEqual([]);
    await elsewhere.getByRole("button", { name: "Submit" }).click();
    await rowShown(elsewhere, queue, 2);
    await expect.poll(async () => (await scoresOf(api, queue, 0)).length).toBe(2);
    const detail = await api(annotateDetail, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" });
    expect(detail.draft).toBeNull();
    await elsewhere.context().close();
  });

  test("my latest change is kept, however I leave and however fast", async ({ ownersPage: page, api }) => {
    const stars = unique("Stars");
    const queue = await queueOf(api, { rows: 1, labels: [{ type: "star", name: stars }] });
    await openDesk(page, queue.id, queue.itemIds[0]);
    await page.keyboard.press("4");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: queue.name })).toBeVisible();
    await openDesk(page, queue.id, queue.itemIds[0]);
    await expect(star(page, stars, 4)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("2");
    await visit(page, links.queues());
    await openDesk(page, queue.id, queue.itemIds[0]);
    await expect(star(page, stars, 2)).toHaveAttribute("aria-pressed", "true");
  });

  test("a window with an older state warns before it overwrites a newer one", async ({
    ownersPage: page,
    api,
    context,
  }) => {
    const stars = unique("Stars");
    const queue = await queueOf(api, { rows: 1, labels: [{ type: "star", name: stars }] });
    const second = await context.newPage();
    await openDesk(page, queue.id, queue.itemIds[0]);
    await openDesk(second, queue.id, queue.itemIds[0]);
    await star(page, stars, 2).click();
    await draftSaved(page);
    await star(second, stars, 5).click();
    const conflict = second.getByText("This item was changed in another window while you wrote here.");
    await expect(conflict).toBeVisible();
    await second.getByRole("button", { name: "Use this version" }).click();
    await expect(star(second, stars, 2)).toHaveAttribute("aria-pressed", "true");
    await expect(conflict).toBeHidden();
    await star(second, stars, 4).click();
    await draftSaved(second);
    await star(page, stars, 1).click();
    await page.getByRole("button", { name: "Keep my version" }).click();
    await draftSaved(page);
    await reload(second);
    await expect(star(second, stars, 1)).toHaveAttribute("aria-pressed", "true");
  });
});

test("a submit is sent again if its answer was lost, and counts once", async ({ ownersPage: page, api }) => {
  const stars = unique("Stars");
  const queue = await queueOf(api, { rows: 2, labels: [{ type: "star", name: stars }] });
  await openDesk(page, queue.id, queue.itemIds[0]);
  const ids: string[] = [];
  await page.route("**/annotations/submit/", async (route) => {
    ids.push(route.request().postDataJSON().mutation_id);
    if (ids.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await send(page, queue, 4, 2);
  await expect.poll(() => ids.length).toBe(2);
  expect(new Set(ids).size).toBe(1);
  await expect(page.getByRole("banner")).toContainText("You 1");
  expect(await scoresOf(api, queue, 0)).toMatchObject([{ value: { rating: 4 }, value_history: [] }]);
});

test.describe("undo", () => {
  test("Z after a submit restores the item as I sent it, and resubmitting leads back to where I was", async ({
    ownersPage: page,
    api,
  }) => {
    const stars = unique("Stars");
    const queue = await queueOf(api, { rows: 3, labels: [{ type: "star", name: stars }] });
    await openDesk(page, queue.id, queue.itemIds[0]);
    await send(page, queue, 2, 2);
    // Until then it has not left the browser, and leaves no history behind.
    await expect(page.getByRole("banner")).toContainText("You 1");
    await page.keyboard.press("z");
    await rowShown(page, queue, 1);
    await expect(star(page, stars, 2)).toHaveAttribute("aria-pressed", "true");
    expect(await scoresOf(api, queue, 0)).toEqual([]);
    await expect(page.getByRole("banner")).toContainText("You 0");
    await send(page, queue, 5, 2);
    await expect
      .poll(async () => (await scoresOf(api, queue, 0)).map((score) => score.value_history.map((entry) => entry.value)))
      .toEqual([[{ rating: 2 }, null]]);
    await expect(page.getByRole("banner")).toContainText("You 1");
  });

  test("two undos go back two items, and a skip can be undone, even at the end of the queue", async ({
    ownersPage: page,
    api,
  }) => {
    const remark = unique("Remark");
    const queue = await queueOf(api, { rows: 3, labels: [{ type: "text", name: remark }] });
    const text = field(page, remark).getByRole("textbox");
    await openDesk(page, queue.id, queue.itemIds[0]);
    for (const row of [1, 2]) {
      await expect(text).toBeFocused();
      await page.keyboard.type(`remark ${row}`);
      await page.keyboard.press("Control+Enter");
      await rowShown(page, queue, row + 1);
    }
    await expect(text).toBeFocused();
    await page.keyboard.press("Escape");
    await skipByKey(page);
    await expect(page.getByRole("heading", { name: "You are done" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await rowShown(page, queue, 3);
    for (const row of [2, 1]) {
      await expect(text).toBeFocused();
      await page.keyboard.press("Control+z");
      await rowShown(page, queue, row);
      await expect(text).toHaveValue(`remark ${row}`);
    }
    await expect(page.getByRole("banner")).toContainText("You 0");
  });

  test("an item that a reviewer has approved cannot be undone, and the desk says why", async ({
    api,
    browser,
    playwright,
  }) => {
    const member = await newMember("Lena Duarte");
    const stars = unique("Stars");
    const queue = await queueOf(api, {
      rows: 2,
      labels: [{ type: "star", name: stars }],
      annotators: [member.userId],
    });
    await api(updateQueue, { queue_id: queue.id, requires_review: true });
    const page = await pageOf({ browser, playwright }, member);
    await openDesk(page, queue.id, queue.itemIds[0]);
    await send(page, queue, 3, 2);
    await expect(page.getByRole("banner")).toContainText("You 1");
    await api(reviewItem, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", action: "approve" });
    await page.keyboard.press("z");
    const notifications = page.getByRole("region", { name: "Notifications" });
    await expect(notifications.getByText("This item was reviewed since you submitted it.")).toBeVisible();
    await rowShown(page, queue, 2);
    await page.context().close();
  });
});

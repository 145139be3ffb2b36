import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { getGold } from "@/lib/contracts/annotation/gold";
import { listItems } from "@/lib/contracts/annotation/items";
import { type Api, test as base, expect, unique, visit } from "./fixtures";
import { answer, type QueueScene, queueOf } from "./scene";

/** A queue of three items with stars and a remark, nobody's so far. */
const test = base.extend<{ scene: { queue: QueueScene; stars: string } }>({
  scene: async ({ api }, use) => {
    const stars = unique("Stars");
    const labels = [
      { type: "star", name: stars },
      { type: "text", name: unique("Remark") },
    ] as const;
    await use({ queue: await queueOf(api, { rows: 3, labels }), stars });
  },
});

const row = (page: Page, text: string): Locator =>
  page.getByRole("table", { name: "Items of the queue" }).getByRole("row").filter({ hasText: text });

async function openGold(page: Page, number: number, action: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions for item ${number}` }).press("Enter");
  await page.getByRole("menuitem", { name: action }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Gold answer of item ${number}` });
  await expect(dialog.getByRole("form", { name: "Gold answer" })).toBeVisible();
  return dialog;
}

const goldOf = (api: Api, { id, itemIds }: QueueScene, number: number) =>
  api(getGold, { queue_id: id, item_id: itemIds[number] ?? "" });

test("I set an item's known answer by keyboard, change it, and make the item normal again", async ({
  ownersPage: page,
  api,
  scene: { queue, stars },
}) => {
  test.slow();
  await visit(page, links.queue(queue.id));
  const dialog = await openGold(page, 2, "Set gold answer…");
  await expect(dialog.getByRole("region", { name: "Source" }).getByText("Question 2?")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Make it a normal item" })).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Give at least one answer.")).toBeVisible();
  const rating = (name: string) => dialog.getByRole("group", { name: stars }).getByRole("button", { name });
  await page.keyboard.press("4");
  await expect(rating("4 stars")).toHaveAttribute("aria-pressed", "true");
  await expect(rating("4 stars")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(row(page, "Question 2?").getByText("Gold", { exact: true })).toBeVisible();
  await expect(row(page, "Question 1?").getByText("Gold", { exact: true })).toHaveCount(0);
  expect(await goldOf(api, queue, 1)).toMatchObject({ is_gold: true, answers: [{ value: { rating: 4 } }] });

  await page.getByRole("combobox", { name: "Purpose" }).click();
  await page.getByRole("option", { name: "Gold items", exact: true }).click();
  await expect(row(page, "Question 1?")).toHaveCount(0);
  await openGold(page, 2, "Change gold answer…");
  await expect(rating("4 stars")).toHaveAttribute("aria-pressed", "true");
  await rating("3 stars").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await goldOf(api, queue, 1)).toMatchObject({ answers: [{ value: { rating: 3 } }] });

  await openGold(page, 2, "Change gold answer…");
  await expect(rating("3 stars")).toHaveAttribute("aria-pressed", "true");
  await dialog.getByRole("button", { name: "Make it a normal item" }).click();
  await expect(page.getByRole("heading", { name: "No item matches" })).toBeVisible();
  const { results } = await api(listItems, { queue_id: queue.id, limit: 100 });
  expect(results.map(({ purpose }) => purpose)).toEqual(["work", "work", "work"]);
});

test("I learn that somebody has taken the item before I save, and later that it cannot become gold", async ({
  ownersPage: page,
  api,
  scene: { queue },
}) => {
  await visit(page, links.queue(queue.id));
  const dialog = await openGold(page, 1, "Set gold answer…");
  await page.keyboard.press("5");
  const values = { [queue.labelIds[0] ?? ""]: { rating: 2 }, [queue.labelIds[1] ?? ""]: "Fine" };
  await answer(api, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", values });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("An annotator has already taken this item.");
  expect((await goldOf(api, queue, 0)).is_gold).toBe(false);
  await visit(page, links.queue(queue.id));
  await page.getByRole("button", { name: "Actions for item 1" }).click();
  await expect(page.getByRole("menuitem", { name: "Already started: cannot become gold" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

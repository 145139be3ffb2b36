// Skipping: it touches only the item that is skipped, and each skipped item comes back once.
import { listItems } from "@/lib/contracts/annotation/items";
import { openDesk, shownQuestion, skipByKey, watchLoadedItems } from "./desk";
import { expect, test } from "./fixtures";
import { queueOf } from "./scene";

const ROWS = 3;

test("I skip with Enter, the next item stays without an answer, and what I resume comes once", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: ROWS });
  const pressed = page.getByRole("region", { name: "Annotation" }).getByRole("button", { pressed: true });
  await openDesk(page, queue.id);
  for (let row = 1; row <= ROWS; row++) {
    await expect(shownQuestion(page)).toHaveText(`Question ${row}?`);
    await expect(pressed).toHaveCount(0);
    await skipByKey(page, row === 1 ? "Not in a language I read" : undefined);
  }
  await expect(page.getByRole("heading", { name: "No items for you right now" })).toBeVisible();

  await page.getByRole("button", { name: "Resume skipped items" }).click();
  const seen: string[] = [];
  for (let times = 0; times < ROWS; times++) {
    const item = shownQuestion(page).filter({ hasNotText: seen.at(-1) ?? "nothing seen yet" });
    await expect(item).toBeVisible();
    seen.push((await item.textContent()) ?? "");
    await expect(pressed).toHaveCount(0);
    await page.keyboard.press("1");
    await expect(page.getByRole("button", { name: "Yes", pressed: true })).toBeVisible();
    await page.keyboard.press("Control+Enter");
  }
  expect(seen.toSorted()).toEqual(["Question 1?", "Question 2?", "Question 3?"]);
  await expect(page.getByRole("heading", { name: "You are done" })).toBeVisible();
  await expect(page.getByText(/refused/)).toHaveCount(0);
  await expect
    .poll(async () => (await api(listItems, { queue_id: queue.id })).results.map(({ status }) => status))
    .toEqual(Array(ROWS).fill("completed"));
});

test("the reason for an item that another annotator gets meanwhile skips no other item", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: ROWS });
  const loaded = watchLoadedItems(page);
  await openDesk(page, queue.id);
  // The server draws the first one.
  await expect.poll(loaded).toBe(ROWS - 1);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    new RegExp(`${queue.itemIds[1]}/annotate-detail.*reserve=true`),
    async (route) => {
      await mayAnswer;
      await route.fulfill({ status: 409, json: { code: "item_taken", message: "Others have this item." } });
    },
    { times: 1 },
  );
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Skip this item" });
  await dialog.getByRole("textbox").fill("Not in a language I read");
  answer();
  await expect(shownQuestion(page)).toHaveText("Question 3?");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(shownQuestion(page)).toHaveText("Question 3?");
  // The next dialog begins without the reason of another item.
  await page.keyboard.press("s");
  await expect(dialog.getByRole("textbox")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await api(listItems, { queue_id: queue.id })).results.map(({ status }) => status))
    .not.toContain("skipped");
});

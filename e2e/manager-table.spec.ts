// A manager's table of items, and the way from agreement to the items behind it.
import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listItems } from "@/lib/contracts/annotation/items";
import { getPairConfusion } from "@/lib/contracts/annotation/reports/pairs";
import { expectNoFlaws } from "./axe";
import { type Api, apiOf, expect, newMember, pageOf, reload, test, unique, visit } from "./fixtures";
import { answer, queueOf } from "./scene";

const ROWS = 12;
const table = (page: Page): Locator => page.getByRole("table", { name: "Items of the queue" });
const rows = (page: Page): Locator => table(page).locator("tbody tr");
const box = (page: Page, item: number): Locator =>
  table(page).getByRole("checkbox", { name: `Select item ${item}`, exact: true });

/** Both people answer the first eight items; they differ on the fifth to the eighth. */
async function answered(ana: Api, ben: Api, queue: { id: string; itemIds: string[] }, stars: string) {
  for (const [index, item_id] of queue.itemIds.slice(0, 8).entries()) {
    const at = { queue_id: queue.id, item_id };
    await answer(ana, { ...at, values: { [stars]: 5 } });
    await answer(ben, { ...at, values: { [stars]: index < 4 ? 5 : 2 } });
  }
}

test("I search, filter, sort and select ranges, change all matching items, and save the view", async ({
  ownersPage: page,
  api,
  browser,
  playwright,
}) => {
  test.slow();
  const [ana, ben] = [await newMember("Ana Ruiz"), await newMember("Ben Okoye")];
  const name = unique("Helpfulness");
  const labels = [{ type: "star" as const, name }];
  const annotators = [ana.userId, ben.userId];
  const queue = await queueOf(api, { rows: ROWS, labels, annotators, annotationsRequired: 2 });
  const [stars = ""] = queue.labelIds;
  const [anasPage, bensPage] = [await pageOf({ browser, playwright }, ana), await pageOf({ browser, playwright }, ben)];
  await answered(apiOf(anasPage), apiOf(bensPage), queue, stars);

  await visit(page, links.queue(queue.id));
  await expect(rows(page)).toHaveCount(ROWS);
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search items" }).fill("QUESTION 7");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search items" }).fill("");
  await expect(rows(page)).toHaveCount(ROWS);
  await page.getByRole("heading", { level: 1 }).click();

  await page.keyboard.press("f");
  const filters = page.getByRole("dialog", { name: "More filters" });
  await filters.getByRole("combobox", { name: "Label" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  await filters.getByRole("combobox", { name: "Answer" }).click();
  await page.getByRole("option", { name: "2 stars" }).click();
  await expect(page.locator("table[aria-busy=false] tbody tr")).toHaveCount(4);
  // Any of several answers, which the address keeps; no answer replaces them.
  await page.getByRole("option", { name: "5 stars" }).click();
  await expect(page.locator("table[aria-busy=false] tbody tr")).toHaveCount(8);
  await page.keyboard.press("Escape");
  await expectNoFlaws(page);
  await reload(page);
  await expect(page.getByText(`${name}: 2 stars or 5 stars`)).toBeVisible();
  await expect(rows(page)).toHaveCount(8);
  await page.keyboard.press("f");
  await filters.getByRole("combobox", { name: "Answer" }).click();
  await page.getByRole("option", { name: "No answer" }).click();
  await expect(page.locator("table[aria-busy=false] tbody tr")).toHaveCount(ROWS - 8);
  await page.getByRole("option", { name: "2 stars" }).click();
  await expect(page.locator("table[aria-busy=false] tbody tr")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expectNoFlaws(page);
  await filters.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`${name}: 2 stars`)).toBeVisible();
  await expect(rows(page)).toHaveCount(4);

  await page.keyboard.press("c");
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("checkbox", { name: `Answers: ${name}` }).click();
  await columns.getByRole("checkbox", { name: "Field: question" }).click();
  await columns.getByRole("checkbox", { name: "Priority" }).click();
  await columns.getByRole("button", { name: "Done" }).click();
  await expect(rows(page).first()).toContainText("5 stars, 2 stars");
  await page.getByRole("columnheader", { name: "Source" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Source" })).toHaveAttribute("aria-sort", "descending");
  await expect(rows(page).first()).toContainText("Question 8?");
  await expectNoFlaws(page);

  await box(page, 8).click();
  await box(page, 6).click({ modifiers: ["Shift"] });
  const selection = page.getByRole("group", { name: "Selected items" });
  await expect(selection.getByText("3 items selected")).toBeVisible();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(selection.getByText("4 items selected")).toBeVisible();
  await expect(box(page, 5)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(selection).toHaveCount(0);

  await box(page, 8).click();
  await selection.getByRole("button", { name: "Select all 4 that match" }).click();
  await expect(selection.getByText("All 4 that match selected")).toBeVisible();
  await selection.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: "Ana Ruiz" }).click();
  const question = page.getByRole("alertdialog", { name: "Assign 4 items to Ana Ruiz?" });
  await question.getByRole("button", { name: "Assign 4 items" }).click();
  await expect(page.getByText("4 items assigned to Ana Ruiz")).toBeVisible();
  await selection.getByRole("button", { name: "Set priority" }).click();
  const priority = page.getByRole("dialog", { name: "Set the priority of 4 items" });
  await priority.getByRole("textbox", { name: "Priority" }).fill("7");
  await priority.getByRole("button", { name: "Change 4 items" }).click();
  await expect(page.getByText("4 items with priority 7")).toBeVisible();
  const { results } = await api(listItems, { queue_id: queue.id, ordering: "order", limit: 100 });
  expect(results.filter(({ priority }) => priority === 7).map(({ id }) => id)).toEqual(queue.itemIds.slice(4, 8));
  expect(results.filter(({ assigned_to }) => assigned_to === ana.userId)).toHaveLength(4);

  await selection.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  const saving = page.getByRole("dialog", { name: "Save this view" });
  await saving.getByRole("textbox", { name: "Name" }).fill("Two stars");
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("View saved")).toBeVisible();
  const address = page.url();
  await visit(page, links.queue(queue.id));
  await expect(rows(page)).toHaveCount(ROWS);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Two stars" }).click();
  await expect(rows(page)).toHaveCount(4);
  expect(new URL(page.url()).search).toBe(new URL(address).search);
  await visit(page, address);
  await expect(rows(page).first()).toContainText("Question 8?");
  await expect(rows(page).first()).toContainText("5 stars, 2 stars");

  // What the screen shows of a pair is what the API says, and leads to its items.
  await visit(page, links.queue(queue.id, "agreement"));
  const pairs = page.getByRole("table", { name: "Agreement of annotators by pair" });
  const cell = pairs.getByRole("link", {
    name: /(Ana Ruiz and Ben Okoye|Ben Okoye and Ana Ruiz): 4 of 8 items the same/,
  });
  await expect(cell).toHaveCount(2);
  await expect(cell.first()).toContainText("n 8");
  const confusion = await api(getPairConfusion, {
    queue_id: queue.id,
    label_id: stars,
    first: ana.userId,
    second: ben.userId,
  });
  expect(confusion).toMatchObject({ items: 8, same: 4, agreement: 0.5 });
  await expect(page.getByText("4 of 8 items the same: 50.0 %")).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Agreement of .* with the others over 8 items, in 1 point$/ }),
  ).toBeVisible();
  await expectNoFlaws(page);
  const link = page.getByRole("link", {
    name: /Ana Ruiz: 5 stars.*Ben Okoye: 2 stars: 4 items|Ben Okoye: 2 stars.*Ana Ruiz: 5 stars: 4 items/,
  });
  await link.click();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText("Question 5?");
  await expect(page.getByRole("button", { name: "Remove this filter" })).toBeVisible();
  await expectNoFlaws(page);
  for (const own of [anasPage, bensPage]) await own.context().close();
});

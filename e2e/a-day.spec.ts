// A day of a manager, two annotators at once, and a reviewer: from an empty queue to its export.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { listItems } from "@/lib/contracts/annotation/items";
import { listQueues } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { field, shownQuestion, watchLoadedItems } from "./desk";
import { type Api, expect, newMember, pageOf, test, unique, visit } from "./fixtures";

const ROWS = 6;

async function datasetOf(api: Api): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, row) => `Question ${row + 1}?,Source ${row + 1}.,Answer ${row + 1}.`);
  const file = new File([["question,context,answer", ...rows].join("\n")], "answers.csv");
  return (await api(createDatasetFromFile, { file, new_dataset_name: unique("Answers") })).dataset_id;
}

/** Sets up a queue from a template for two people, and activates it. */
async function setUp(page: Page, api: Api, people: readonly string[]): Promise<string> {
  const name = unique("Faithful answers");
  await visit(page, links.newQueue({ dataset: await datasetOf(api), template: "rag" }));
  await page.getByLabel("Name", { exact: true }).fill(name);
  for (const person of people) {
    await page.getByRole("combobox", { name: "Members" }).fill(person);
    await page.getByRole("option", { name: person }).click();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Create and activate" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return (await api(listQueues, { search: name })).results[0]?.id ?? "";
}

const rowOf = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await shownQuestion(page).textContent()) ?? "")?.[0]);

/** Answers the shown item by key alone: whether it is faithful, whether it answers, whether the context is enough. */
async function answerShown(page: Page, faithful: "1" | "2"): Promise<number> {
  const row = await rowOf(page);
  await expect(field(page, "Faithfulness").getByRole("button").first()).toBeFocused();
  await page.keyboard.press(faithful);
  for (const name of ["Answers the question", "Context is sufficient"]) {
    await page.keyboard.press("ArrowDown");
    await expect(field(page, name).getByRole("button", { name: "Yes" })).toBeFocused();
    await page.keyboard.press("1");
    await expect(field(page, name).getByRole("button", { name: "Yes" })).toHaveAttribute("aria-pressed", "true");
  }
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).not.toHaveText(`Question ${row}?`);
  return row;
}

/** The last item leads to the end of the queue. */
async function answerLast(page: Page): Promise<void> {
  await page.keyboard.press("1");
  for (let next = 0; next < 2; next++) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("1");
  }
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "You are done" })).toBeVisible();
}

test("two people annotate from a template to the export, one of them offline, and a reviewer returns an item", async ({
  ownersPage: manager,
  api,
  browser,
  playwright,
}) => {
  test.slow();
  const [ana, ben] = [await newMember(unique("Ana")), await newMember(unique("Ben"))];
  const queue_id = await setUp(manager, api, [ana.name, ben.name]);

  const [anas, bens] = [await pageOf({ browser, playwright }, ana), await pageOf({ browser, playwright }, ben)];
  const bensLoaded = watchLoadedItems(bens);
  await Promise.all([anas, bens].map((page) => visit(page, links.desk(queue_id))));
  // Ben doubts the second row that he sees; Ana doubts none.
  const annotate = async (page: Page, doubts: readonly number[]) => {
    const rows: number[] = [];
    for (let at = 0; at < 3; at++) rows.push(await answerShown(page, doubts.includes(at) ? "2" : "1"));
    return rows;
  };
  const [, bensRows] = await Promise.all([annotate(anas, []), annotate(bens, [1])]);

  // Ben goes into a tunnel. What was loaded ahead goes on; nothing is lost, and nothing counts twice.
  await expect.poll(bensLoaded).toBeGreaterThan(bensRows.length + 1);
  await bens.context().setOffline(true);
  await answerShown(bens, "1");
  await expect(bens.getByRole("status").filter({ hasText: "1 answer is waiting" })).toBeVisible();
  await bens.context().setOffline(false);
  await expect(bens.getByRole("status").filter({ hasText: "1 answer is waiting" })).toHaveCount(0);
  await Promise.all([
    (async () => {
      for (let at = 3; at < ROWS - 1; at++) await answerShown(anas, "1");
      await answerLast(anas);
    })(),
    (async () => {
      await answerShown(bens, "1");
      await answerLast(bens);
    })(),
  ]);
  const { results: items } = await api(listItems, { queue_id, ordering: "order", limit: 100 });
  expect(items.map(({ workflow_status }) => workflow_status)).toEqual(Array(ROWS).fill("in_review"));
  for (const { id } of items) {
    const scores = await api(listAnnotations, { queue_id, item_id: id });
    expect(scores.filter(({ label_name }) => label_name === "Faithfulness")).toHaveLength(2);
    expect(scores.every(({ value_history }) => value_history.length === 0)).toBe(true);
  }

  // The reviewer begins where the two differ, and sends that one back to Ben.
  const doubted = bensRows[1] ?? 0;
  await visit(manager, links.queue(queue_id, "agreement"));
  await manager
    .getByRole("link", { name: /: 5 of 6 items the same/ })
    .first()
    .click();
  await expect(manager.getByRole("table", { name: "Items of the queue" })).toContainText(`Question ${doubted}?`);
  await visit(manager, links.review(queue_id, { item: items[doubted - 1]?.id ?? "" }));
  const comparison = manager.getByRole("region", { name: "Comparison" }).getByRole("region", { name: "Faithfulness" });
  await expect(comparison.getByText("Disagree")).toBeVisible();
  await comparison.focus();
  await manager.keyboard.press("c");
  await manager.keyboard.type("It is in the context.");
  await manager.getByRole("combobox", { name: "Recipient" }).click();
  await manager.getByRole("option", { name: ben.name }).click();
  await manager.getByRole("textbox", { name: "Comment" }).press("Control+Enter");
  await manager.keyboard.press("r");
  await expect(comparison.getByText("Disagree")).toHaveCount(0);

  // Ben hears of it, follows the bell, corrects his answer and is done.
  await visit(bens, links.home());
  await bens.getByRole("link", { name: "Notifications, 1 unread" }).click();
  await bens.getByRole("table", { name: "Notifications" }).getByRole("link").click();
  await expect(shownQuestion(bens)).toHaveText(`Question ${doubted}?`);
  await expect(bens.getByText("It is in the context.")).toBeVisible();
  await field(bens, "Faithfulness").getByRole("button", { name: "Faithful", exact: true }).click();
  await bens.keyboard.press("Control+Enter");
  const statusOf = async () =>
    (await api(listItems, { queue_id, ordering: "order", limit: 100 })).results[doubted - 1]?.workflow_status;
  await expect.poll(statusOf).toBe("resubmitted");

  // The manager approves everything and takes the results away.
  await visit(manager, links.review(queue_id));
  for (let at = 0; at < ROWS; at++) {
    const shown = await shownQuestion(manager).textContent();
    await manager.keyboard.press("a");
    if (at < ROWS - 1) await expect(shownQuestion(manager)).not.toHaveText(shown ?? "");
  }
  await expect(manager.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  await visit(manager, links.queue(queue_id, "exports"));
  await manager.getByRole("button", { name: "Write CSV", exact: true }).click();
  const download = manager.waitForEvent("download");
  await manager.getByRole("table", { name: "Background exports" }).getByRole("link", { name: "Download" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.match(/Faithful(?!ness)/g)).toHaveLength(2 * ROWS);
  expect(csv).not.toContain("Partly unsupported");
  await Promise.all([anas, bens].map((page) => page.context().close()));
});

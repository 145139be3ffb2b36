// A manager sets up a queue in one sitting, by keyboard, and later copies and deletes it.
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listItems } from "@/lib/contracts/annotation/items";
import { getQueue, listQueues } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { axeFlaws } from "./axe";
import { expect, newMember, test, unique, visit } from "./fixtures";
import { answer, queueOf } from "./scene";

async function flawsOf(page: Page): Promise<string[]> {
  // No color is measured on its way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return axeFlaws(page);
}

/** Goes on with Tab until the control has the focus, as somebody without a mouse does. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: "textbox" | "combobox" | "button" | "switch",
): Promise<void> {
  const control = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}.`);
}

const missing = (page: Page) => page.getByRole("region", { name: "Missing before it can be activated" });

test("From a template to an active queue of 20 rows, by keyboard, with missing parts named and a preview of the desk", async ({
  ownersPage: page,
  api,
}) => {
  const dataset = unique("Answers");
  const rows = Array.from({ length: 20 }, (_, row) => `Question ${row + 1}?,Source ${row + 1}.,Answer ${row + 1}.`);
  const file = new File([["question,context,answer", ...rows].join("\n")], "answers.csv");
  await api(createDatasetFromFile, { file, new_dataset_name: dataset });
  const { name: colleague } = await newMember(unique("Ana Ruiz"));
  const name = unique("Faithful answers");

  await visit(page, links.queues());
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Create a queue" })).toBeVisible();
  await expect(missing(page).getByRole("listitem")).toHaveText([/A name/, /Items: choose/, /A label/]);
  await expect(page.getByRole("button", { name: "Create and activate" })).toBeDisabled();

  await tabTo(page, "Start from", "combobox");
  await page.keyboard.press("Enter");
  await page.keyboard.type("RAG");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/template=rag/);
  await expect(missing(page).getByRole("listitem")).toHaveText([/A name/, /Items: choose/, /2 people annotate/]);

  await tabTo(page, "Name", "textbox");
  await page.keyboard.type(name);
  await tabTo(page, "Dataset", "combobox");
  await page.keyboard.press("Enter");
  await page.keyboard.type(dataset);
  await page.keyboard.press("Enter");
  await expect(page.getByText("20 items will be added.")).toBeVisible();

  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("Question 1?")).toBeVisible();
  await expect(preview.getByRole("region", { name: "To look things up" }).getByText("Source 1.")).toBeVisible();
  await expect(preview.getByRole("group", { name: "Faithfulness" })).toBeVisible();

  // The missing person is named, and its line leads to where it is chosen.
  await missing(page)
    .getByRole("link", { name: /2 people annotate each item, and the queue has 1 annotator/ })
    .press("Enter");
  await tabTo(page, "Members", "combobox");
  await page.keyboard.type(colleague);
  await expect(page.getByRole("option", { name: colleague })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(missing(page)).toContainText("Nothing is missing");
  expect(await flawsOf(page)).toEqual([]);

  await page.getByLabel("Due date").fill("2099-12-04");
  await tabTo(page, "Create and activate", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Start annotating" })).toBeVisible();
  await expect(page.getByText("Due on Dec 4")).toBeVisible();
  await expect(page.getByText("20 items left. The pace is unknown", { exact: false })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Items 20" })).toBeVisible();

  const { results } = await api(listQueues, { search: name });
  const queue = await api(getQueue, { queue_id: results[0]?.id ?? "" });
  expect(queue).toMatchObject({ status: "active", annotations_required: 2, requires_review: true });
  expect(queue.labels.map((label) => label.name)).toContain("Faithfulness");
  expect(queue.annotators).toHaveLength(2);

  await page.getByRole("tab", { name: "Progress" }).click();
  await expect(page.getByRole("table", { name: "Work by annotator" }).getByRole("row")).toHaveCount(3);
  expect(await flawsOf(page)).toEqual([]);
});

test("A template uses an existing label, and a label defined on the page is created with the queue", async ({
  ownersPage: page,
  api,
}) => {
  const scene = await queueOf(api, { rows: 2 });
  await visit(page, links.newQueue({ dataset: scene.datasetId, template: "spans" }));
  const name = unique("Errors");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Remove Errors from the queue" }).click();
  await page.getByRole("button", { name: "New label" }).click();
  const dialog = page.getByRole("dialog", { name: "New label" });
  const label = unique("Stars");
  await dialog.getByLabel("Name", { exact: true }).fill(label);
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: /^Stars/ }).click();
  await dialog.getByRole("button", { name: "Add label" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).getByRole("group", { name: label })).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("tab", { name: /^Labels/ }).click();
  await expect(page.getByText(label, { exact: true })).toBeVisible();
});

test("I duplicate a queue with its items, and delete it after reading what is deleted with it", async ({
  ownersPage: page,
  api,
}) => {
  const scene = await queueOf(api, { rows: 3 });
  const [item_id = ""] = scene.itemIds;
  await answer(api, { queue_id: scene.id, item_id, values: { [scene.labelIds[0] ?? ""]: "up" } });
  await visit(page, links.queue(scene.id));
  await page.getByRole("button", { name: "Actions for the queue" }).click();
  await page.getByRole("menuitem", { name: "Duplicate…" }).click();
  const copying = page.getByRole("dialog", { name: "Duplicate the queue" });
  await expect(copying.getByLabel("Name")).toHaveValue(`${scene.name} (copy)`);
  await copying.getByRole("switch", { name: "With its 3 items" }).click();
  await copying.getByRole("button", { name: "Duplicate queue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${scene.name} (copy)` })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Items 3" })).toBeVisible();
  const copy = (await api(listQueues, { search: `${scene.name} (copy)` })).results[0]?.id ?? "";
  const { results } = await api(listItems, { queue_id: copy });
  expect(results.map(({ status }) => status)).toEqual(["pending", "pending", "pending"]);

  // Nobody has annotated in the copy, so no name is to be typed.
  await page.getByRole("button", { name: "Actions for the queue" }).click();
  await page.getByRole("menuitem", { name: "Delete queue…" }).click();
  const first = page.getByRole("dialog", { name: `Delete ${scene.name} (copy)?` });
  await expect(first.getByRole("listitem")).toHaveText(["3 items"]);
  await first.getByRole("button", { name: "Delete queue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();

  await visit(page, links.queue(scene.id));
  await page.getByRole("button", { name: "Actions for the queue" }).click();
  await page.getByRole("menuitem", { name: "Delete queue…" }).click();
  const second = page.getByRole("dialog", { name: `Delete ${scene.name}?` });
  await expect(second.getByRole("listitem")).toHaveText(["3 items", "1 annotation by 1 person"]);
  await expect(second.getByRole("button", { name: "Delete queue" })).toBeDisabled();
  await second.getByLabel("Name of the queue").fill(scene.name);
  expect(await flawsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();
  expect((await api(listQueues, { search: scene.name })).count).toBe(0);
});

test("I sort queues by a column, and see which queues use a label", async ({ ownersPage: page, api }) => {
  const scene = await queueOf(api, { rows: 1 });
  await visit(page, links.queues());
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=-name/);
  expect(await flawsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Due", exact: true }).click();
  await expect(page).toHaveURL(/sort=due_date/);

  const { labels } = await api(getQueue, { queue_id: scene.id });
  const label = labels[0]?.name ?? "";
  await visit(page, links.labels());
  await page.getByLabel("Search labels").fill(label);
  await page.getByRole("button", { name: `1 queue with ${label}` }).click();
  await page.getByRole("link", { name: scene.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: scene.name })).toBeVisible();
});

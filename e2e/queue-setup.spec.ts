import { links } from "@/lib/client/links";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { addItems } from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue } from "@/lib/contracts/annotation/queues/queues";
import { listRowIds } from "@/lib/contracts/datasets/table";
import { sourceHeading } from "./desk";
import { expect, newMember, test, unique, visit } from "./fixtures";
import { answer, datasetOf, queueOf } from "./scene";

test("Escape in the Labels and Members boxes closes the list, and the page keeps my choices", async ({
  ownersPage: page,
  api,
}) => {
  const label = unique("Helpful");
  await api(createLabel, { name: label, type: "thumbs_up_down" });
  const { name } = await newMember(unique("Ana Ruiz"));
  await visit(page, links.newQueue());
  for (const [box, chosen] of [
    ["Labels", label],
    ["Members", name],
  ] as const) {
    await page.getByRole("combobox", { name: box }).fill(chosen);
    await page.getByRole("option", { name: chosen }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
  }
  // What was begun is found again.
  await page.getByRole("navigation").getByRole("link", { name: "Labels" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Labels" })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Queues" }).click();
  await page.getByRole("link", { name: "Create queue" }).click();
  for (const chosen of [label, name])
    await expect(page.getByRole("button", { name: `Remove ${chosen}` }).first()).toBeVisible();
});

test("a queue without labels cannot be activated, says why, and links to the labels", async ({
  ownersPage: page,
  api,
}) => {
  const label = unique("Helpful");
  await api(createLabel, { name: label, type: "thumbs_up_down" });
  const dataset = await datasetOf(api, 1);
  const queue = await api(createQueue, { name: unique("Asks nothing") });
  const rows = await api(listRowIds, { dataset_id: dataset.id });
  await api(addItems, {
    queue_id: queue.id,
    items: rows.results.map((source_id) => ({ source_type: "dataset_row" as const, source_id })),
  });
  await visit(page, links.queue(queue.id));
  const activate = page.getByRole("button", { name: "Activate" });
  await expect(activate).toBeDisabled();
  await expect(activate).toHaveAccessibleDescription(/The queue has no labels, so there is nothing to answer\./);
  await page.getByRole("link", { name: "Add labels" }).click();
  await page.getByRole("button", { name: "Add label", exact: true }).click();
  await page.getByRole("menuitem", { name: label }).click();
  await activate.click();
  await expect(activate).toBeHidden();
  const takeOff = page.getByRole("button", { name: `Remove ${label} from this queue` });
  await expect(takeOff).toBeDisabled();
  await expect(page.getByText("An active queue needs a label")).toBeVisible();
});

test("the desk of a completed queue says so, and finished items can be corrected", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 2 });
  const [done = "", open = ""] = queue.itemIds;
  const helpful = queue.labelIds[0] ?? "";
  await answer(api, { queue_id: queue.id, item_id: done, values: { [helpful]: "up" } });
  await api(updateQueueStatus, { queue_id: queue.id, status: "completed" });
  await visit(page, links.desk(queue.id));
  await expect(page.getByRole("heading", { name: "This queue is completed" })).toBeVisible();
  await expect(page.getByText("1 of 2 items is completed, 1 by you.")).toBeVisible();
  await visit(page, links.desk(queue.id, open));
  await expect(page.getByRole("heading", { name: "This queue is completed" })).toBeVisible();

  await page.getByRole("link", { name: "Completed items" }).click();
  await page.getByRole("link", { name: /Question 1/ }).click();
  await expect(sourceHeading(page)).toHaveText(`Row 1 of ${queue.datasetName}`);
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByRole("button", { name: "Update" }).click();
  await expect
    .poll(async () => (await api(listAnnotations, { queue_id: queue.id, item_id: done }))[0]?.value)
    .toEqual({ value: "down" });
});

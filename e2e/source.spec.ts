// What an annotator reads and chooses from: fields in one order, links, texts in their own direction, long lists of options.

import { addItems } from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { listRowIds } from "@/lib/contracts/datasets/table";
import { openDesk, sourceHeading } from "./desk";
import { type Api, expect, test, unique } from "./fixtures";

const long = "A sentence of some length that goes on beyond sixty characters, as answers do. ".repeat(3).trim();
const options = Array.from({ length: 24 }, (_, index) => `Topic ${index + 1}`);

/** A queue of these rows with one long list of options. */
async function queueOfRows(api: Api, rows: readonly Record<string, string>[]): Promise<string> {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => `"${row[column] ?? ""}"`).join(","));
  const file = new File([[columns.join(","), ...lines].join("\n")], "rows.csv");
  const { dataset_id } = await api(createDatasetFromFile, { file, new_dataset_name: unique("Rows") });
  const settings = {
    options: options.map((label) => ({ label })),
    multi_choice: true,
    rule_prompt: "",
    auto_annotate: false,
    strategy: null,
  };
  const label = await api(createLabel, { type: "categorical", name: unique("Topics"), settings });
  const { id } = await api(createQueue, { name: unique("Queue"), label_ids: [label.id], auto_assign: true });
  const { results } = await api(listRowIds, { dataset_id, limit: 100 });
  await api(addItems, {
    queue_id: id,
    items: results.map((source_id) => ({ source_type: "dataset_row" as const, source_id })),
  });
  await api(updateQueueStatus, { queue_id: id, status: "active" });
  return id;
}

test("a row's fields keep the dataset's order on every item, however long they are", async ({ ownersPage, api }) => {
  const queueId = await queueOfRows(api, [
    { kind: "short", question: long, answer: "Yes" },
    { kind: long, question: "Why?", answer: long },
  ]);
  const names = () =>
    ownersPage
      .getByRole("region", { name: "Source" })
      .getByRole("region")
      .evaluateAll((fields) => fields.map((each) => each.getAttribute("aria-label")));
  await openDesk(ownersPage, queueId);
  await expect(sourceHeading(ownersPage)).toContainText("Row 1");
  expect(await names()).toEqual(["kind", "question", "answer"]);
  await ownersPage.keyboard.press("1");
  await ownersPage.keyboard.press("Control+Enter");
  await expect(sourceHeading(ownersPage)).toContainText("Row 2");
  expect(await names()).toEqual(["kind", "question", "answer"]);
});

test("URLs are links that open a new page, and a text runs in its own direction", async ({ ownersPage, api }) => {
  const queueId = await queueOfRows(api, [
    { page: "See https://example.com/a. Not javascript:alert(1)", words: "مرحبا بالعالم", table: "plain" },
  ]);
  await openDesk(ownersPage, queueId);
  const source = ownersPage.getByRole("region", { name: "Source" });
  await expect(source.getByRole("link")).toHaveCount(1);
  const link = source.getByRole("link", { name: "https://example.com/a" });
  await expect(link).toHaveAttribute("href", "https://example.com/a");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  const direction = await source.getByText("مرحبا").evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe("rtl");
});

test("I choose from a long list of options with Shift and a digit, or by typing", async ({ ownersPage, api }) => {
  const queueId = await queueOfRows(api, [{ question: "Why?", answer: "Because" }]);
  await openDesk(ownersPage, queueId);
  const form = ownersPage.getByRole("region", { name: "Annotation" });
  const option = (name: string) => form.getByRole("button", { name, exact: true });
  const chosen = () => form.locator("button[aria-pressed=true]").allTextContents();
  const named = (name: string) => expect.stringContaining(name);

  await ownersPage.keyboard.press("3");
  await ownersPage.keyboard.press("Shift+Digit1");
  await ownersPage.keyboard.press("Shift+Digit0");
  expect(await chosen()).toEqual([named("Topic 3"), named("Topic 11"), named("Topic 20")]);

  await ownersPage.keyboard.press("f");
  const filter = form.getByRole("textbox", { name: /^Filter the options of/ });
  await expect(filter).toBeFocused();
  await ownersPage.keyboard.type("pic 24");
  await expect(form.locator("button[aria-pressed]")).toHaveCount(1);
  await ownersPage.keyboard.press("Enter");
  await expect(option("Topic 24")).toHaveAttribute("aria-pressed", "true");
  await expect(filter).toHaveValue("");
  await expect(form.locator("button[aria-pressed]")).toHaveCount(options.length);
  await ownersPage.keyboard.press("Shift+Digit1");
  await expect(option("Topic 11")).toHaveAttribute("aria-pressed", "false");

  await ownersPage.keyboard.press("?");
  await expect(ownersPage.getByRole("dialog")).toContainText("Choose options 11 to 20");
});

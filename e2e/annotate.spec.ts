import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { assignItems } from "@/lib/contracts/annotation/items";
import { getQueue } from "@/lib/contracts/annotation/queues/queues";
import { field, openDesk, shownQuestion, skipByKey, sourceHeading } from "./desk";
import { expect, newMember, owner, pageOf, reload, signIn, test, unique, visit } from "./fixtures";
import { queueOf } from "./scene";

const ROWS = 12;
const SKIPPED_ROW = 3;
const ANNOTATED_ROWS = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11];
const tones = ["Friendly", "Neutral", "Curt"] as const;
const toneOf = (digit: number): string => tones[digit - 1] ?? tones[0];

type Labels = Record<"stars" | "tone" | "correct" | "minutes" | "remark", string>;

/** What is entered for a row; neighbouring rows differ in every answer. */
const answersFor = (row: number) => ({
  stars: (row % 5) + 1,
  tone: (row % 3) + 1,
  correct: (row % 2) + 1,
  minutes: row * 5,
  remark: `“${row}”, "twice"\nä 1,5`,
});

const conversations = (): string => {
  const rows = Array.from({ length: ROWS }, (_, row) => `"Question ${row + 1}, ""again""","Answer\n${row + 1}"`);
  return ["question,answer", ...rows].join("\n");
};

async function importDataset(page: Page, name: string): Promise<void> {
  await visit(page, links.datasets());
  await page.getByRole("link", { name: "Import dataset" }).click();
  const file = { name: "conversations.csv", mimeType: "text/csv", buffer: Buffer.from(conversations()) };
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file);
  await expect(page.getByRole("cell", { name: 'Question 1, "again"' })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText(`${ROWS} rows, 2 columns`)).toBeVisible();
}

/** In the dialog that opens over the page of a new queue. */
async function makeLabel(page: Page, name: string, type: string, settle?: (dialog: Locator) => Promise<void>) {
  await page.getByRole("button", { name: "New label" }).click();
  const dialog = page.getByRole("dialog", { name: "New label" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: new RegExp(`^${type}`) }).click();
  await settle?.(dialog);
  await dialog.getByRole("button", { name: "Add label" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}

async function writeOptions(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Add option" }).click();
  for (const [index, tone] of tones.entries()) {
    await dialog.getByRole("textbox", { name: `Option ${index + 1}` }).fill(tone);
  }
}

async function createQueue(page: Page, name: string, labels: Labels): Promise<void> {
  await visit(page, links.queues());
  await page.getByRole("link", { name: "Create queue" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await makeLabel(page, labels.stars, "Stars");
  await makeLabel(page, labels.tone, "Categories", writeOptions);
  await makeLabel(page, labels.correct, "Yes or no");
  await makeLabel(page, labels.minutes, "Number", async (label) => {
    await label.getByLabel("Maximum", { exact: true }).fill("60");
    await label.getByLabel("Step", { exact: true }).fill("5");
  });
  await makeLabel(page, labels.remark, "Text");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function addRowsAndActivate(page: Page, dataset: string): Promise<void> {
  await page.getByRole("button", { name: "Add items" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add items" });
  await dialog.getByRole("combobox", { name: "Dataset" }).click();
  await page.getByRole("option", { name: dataset }).click();
  await dialog.getByRole("button", { name: "Add all rows" }).click();
  await expect(page.getByText(`${ROWS} items added`)).toBeVisible();
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByRole("link", { name: "Start annotating" })).toBeVisible();
}

/** Answers all five labels of the item by key, looking where the focus goes. */
async function annotateByKey(page: Page, labels: Labels, row: number): Promise<void> {
  const { keyboard } = page;
  const { stars, tone, correct, minutes, remark } = answersFor(row);
  await expect(field(page, labels.stars).getByRole("button", { name: "1 star", exact: true })).toBeFocused();
  await keyboard.press(String(stars));
  const star = field(page, labels.stars).getByRole("button", { name: stars === 1 ? "1 star" : `${stars} stars` });
  await expect(star).toBeFocused();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await keyboard.press("Tab");
  await expect(field(page, labels.tone).getByRole("button", { name: tones[0] })).toBeFocused();
  await keyboard.press(String(tone));
  await expect(field(page, labels.tone).getByRole("button", { name: toneOf(tone) })).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(field(page, labels.correct).getByRole("button", { name: "Yes" })).toBeFocused();
  await keyboard.press(String(correct));
  await keyboard.press("Tab");
  const number = field(page, labels.minutes).getByRole("textbox");
  await expect(number).toBeFocused();
  // The number is selected, so that typing replaces it; the slider is no tab stop.
  await keyboard.type("3");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Tab");
  await keyboard.type(String(minutes));
  await expect(number).toHaveValue(String(minutes));
  await keyboard.press("Tab");
  await expect(field(page, labels.remark).getByRole("textbox")).toBeFocused();
  await keyboard.type(remark);
  await keyboard.press("Control+Enter");
}

async function download(page: Page, format: "CSV" | "JSON"): Promise<string> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: format, exact: true }).click();
  return readFile(await (await started).path(), "utf8");
}

interface Exported {
  status: string;
  order: number;
  annotations: { label_name: string; value: unknown }[];
}

/** The values of a row as they are exported, by label. */
const valuesFor = (row: number, labels: Labels) => {
  const { stars, tone, correct, minutes, remark } = answersFor(row);
  return {
    [labels.stars]: stars,
    [labels.tone]: [toneOf(tone)],
    [labels.correct]: correct === 1 ? "up" : "down",
    [labels.minutes]: minutes,
    [labels.remark]: remark,
  };
};

function expectJson(text: string, labels: Labels): void {
  const items: Exported[] = JSON.parse(text).result;
  expect(items).toHaveLength(ROWS);
  for (const { order, status, annotations } of items) {
    const row = order + 1;
    const isAnnotated = ANNOTATED_ROWS.includes(row);
    const values = Object.fromEntries(annotations.map(({ label_name, value }) => [label_name, value]));
    expect(values, `row ${row}`).toEqual(isAnnotated ? valuesFor(row, labels) : {});
    if (isAnnotated) expect(status, `row ${row}`).toBe("completed");
    if (row === SKIPPED_ROW) expect(status).toBe("skipped");
  }
}

function expectCsv(text: string, labels: Labels): void {
  const lines: Record<string, string>[] = parse(text, { columns: true, record_delimiter: "\r\n" });
  const cellOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const filled = lines.filter((line) => line.value !== "");
  expect(filled).toHaveLength(ANNOTATED_ROWS.length * Object.keys(labels).length);
  for (const { order, label_name = "", value, annotator_email, status } of filled) {
    const row = Number(order) + 1;
    expect(value, `row ${row}, ${label_name}`).toBe(cellOf(valuesFor(row, labels)[label_name]));
    expect([annotator_email, status]).toEqual([owner().email, "completed"]);
  }
  expect(lines.filter((line) => line.status === "skipped").map((line) => line.order)).toEqual([
    String(SKIPPED_ROW - 1),
  ]);
}

test("I import a file, create a queue, annotate it by keyboard, and export exactly what I entered", async ({
  page,
}) => {
  test.slow();
  const [dataset, queue] = [unique("Conversations"), unique("Review")];
  const labels = {
    stars: unique("Stars"),
    tone: unique("Tone"),
    correct: unique("Correct"),
    minutes: unique("Minutes"),
    remark: unique("Remark"),
  };
  await signIn(page, owner());
  await importDataset(page, dataset);
  await createQueue(page, queue, labels);
  await addRowsAndActivate(page, dataset);

  await page.keyboard.press("a");
  for (let row = 1; row < ROWS; row++) {
    await expect(sourceHeading(page)).toHaveText(`Row ${row} of ${dataset}`);
    if (row === SKIPPED_ROW) await skipByKey(page, "Not in a language I read");
    else await annotateByKey(page, labels, row);
  }
  await expect(sourceHeading(page)).toHaveText(`Row ${ROWS} of ${dataset}`);
  await expect(page.getByRole("banner")).toContainText(`You ${ANNOTATED_ROWS.length}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: queue })).toBeVisible();

  await page.getByRole("tab", { name: "Exports" }).click();
  expectJson(await download(page, "JSON"), labels);
  expectCsv(await download(page, "CSV"), labels);
});

test("my unsent answers are still there after a reload", async ({ ownersPage: page, api }) => {
  const remark = { type: "text" as const, name: unique("Remark") };
  const stars = { type: "star" as const, name: unique("Stars") };
  const queue = await queueOf(api, { rows: 2, labels: [stars, remark] });
  await openDesk(page, queue.id);
  const heading = await sourceHeading(page).textContent();
  await field(page, stars.name).getByRole("button", { name: "4 stars" }).click();
  await field(page, remark.name).getByRole("textbox").fill("Half a thou");
  await expect(page.getByRole("main").getByText("Draft saved")).toBeVisible();
  await reload(page);
  await expect(sourceHeading(page)).toHaveText(heading ?? "");
  await expect(field(page, stars.name).getByRole("button", { name: "4 stars" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(field(page, remark.name).getByRole("textbox")).toHaveValue("Half a thou");
});

/** Answers items until none is left, and returns which they were. */
async function annotateAll(page: Page, queueId: string): Promise<string[]> {
  const seen: string[] = [];
  const end = page.getByRole("heading", { name: /You are done|No items for you right now/ });
  await visit(page, links.desk(queueId));
  while (true) {
    const item = shownQuestion(page).filter({ hasNotText: seen.at(-1) ?? "nothing seen yet" });
    await expect(item.or(end)).toBeVisible();
    if (await end.isVisible()) return seen;
    seen.push((await item.textContent()) ?? "");
    await page.keyboard.press("1");
    await expect(page.getByRole("button", { name: "Yes", pressed: true })).toBeVisible();
    await page.keyboard.press("Control+Enter");
  }
}

test("two people in one queue never get the same item, and together finish all", async ({
  ownersPage,
  api,
  browser,
  playwright,
}) => {
  const member = await newMember("Grace Okafor");
  const queue = await queueOf(api, { rows: 9, annotators: [member.userId] });
  const membersPage = await pageOf({ browser, playwright }, member);
  const [mine, theirs] = await Promise.all([annotateAll(ownersPage, queue.id), annotateAll(membersPage, queue.id)]);
  const all = Array.from({ length: 9 }, (_, index) => `Question ${index + 1}?`);
  expect([...mine, ...theirs].sort()).toEqual(all);
  await membersPage.context().close();
});

test("an item that was meanwhile assigned to somebody else says so, and offers the next one", async ({
  api,
  browser,
  playwright,
}) => {
  const member = await newMember("Ada Moreno");
  const queue = await queueOf(api, { rows: 4, annotators: [member.userId] });
  const page = await pageOf({ browser, playwright }, member);
  await openDesk(page, queue.id, queue.itemIds[0]);
  const skipped = page.waitForResponse((response) => response.url().includes("/skip/"));
  await skipByKey(page);
  await skipped;
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  const { created_by } = await api(getQueue, { queue_id: queue.id });
  await api(assignItems, {
    queue_id: queue.id,
    item_ids: queue.itemIds.slice(0, 1),
    user_ids: [created_by],
    action: "set",
  });
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("heading", { name: "You cannot open this item now" })).toBeVisible();
  await expect(page.getByText("This item is assigned to another annotator.")).toBeVisible();
  await page.getByRole("button", { name: "Next item" }).click();
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.context().close();
});

test("an item that somebody else has reserved says so, and offers another", async ({
  ownersPage,
  api,
  browser,
  playwright,
}) => {
  const member = await newMember("Ada Moreno");
  const queue = await queueOf(api, { rows: 4, annotators: [member.userId] });
  await openDesk(ownersPage, queue.id, queue.itemIds[0]);
  const membersPage = await pageOf({ browser, playwright }, member);
  await visit(membersPage, links.desk(queue.id, queue.itemIds[0]));
  await expect(
    membersPage.getByRole("heading", { name: "This item is now assigned to other annotators" }),
  ).toBeVisible();
  await membersPage.getByRole("button", { name: "Next item" }).click();
  // Members see no number of the source: it would tell checks from work.
  await expect(sourceHeading(membersPage)).toHaveText(queue.datasetName);
  expect(await shownQuestion(membersPage).textContent()).not.toBe(await shownQuestion(ownersPage).textContent());
  await visit(ownersPage, links.queue(queue.id));
  await expect(ownersPage.getByRole("cell", { name: /^Ada Moreno, free in (?:\d+ min|1 hr)/ }).first()).toBeVisible();
  await membersPage.context().close();
});

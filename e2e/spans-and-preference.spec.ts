import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { annotateDetail, listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { expectNoFlaws } from "./axe";
import { field, shownQuestion } from "./desk";
import { type Api, apiOf, expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { queueOf } from "./scene";
import { cutTexts } from "./touch";

const settings = { first: "answer A", second: "answer B", allow_tie: true, allow_both_bad: true };

const compared = async (api: Api, annotators: readonly string[], rows: number) => {
  const better = unique("Better");
  const labels = [{ type: "preference" as const, name: better, settings }];
  return { better, queue: await queueOf(api, { rows, labels, annotators, answers: "answer A,answer B" }) };
};

const source = (page: Page) => page.getByRole("region", { name: "Source" });
/** The text of an output, by its place: "Answer A 1.". */
const outputText = (page: Page, number: number) =>
  source(page)
    .getByRole("region", { name: `Output ${number}` })
    .getByText(/^Answer [AB] \d+\.$/);

test("I choose the better of two outputs by keyboard, without their names, and the manager sees which one wins", async ({
  api,
  ownersPage,
  browser,
  playwright,
}) => {
  test.slow();
  const ana = await newMember("Ana Ruiz");
  const { better, queue } = await compared(api, [ana.userId], 4);
  const page = await pageOf({ browser, playwright }, ana);
  await visit(page, links.desk(queue.id));
  await expect(shownQuestion(page)).toHaveText("Question 1?");
  await expect(source(page).getByText("answer A", { exact: true })).toHaveCount(0);
  const form = field(page, better);
  await expect(form.getByRole("button", { name: "Output 1" })).toBeFocused();
  await expectNoFlaws(page);
  const first = ((await outputText(page, 1).textContent()) ?? "")
    .slice(0, "answer A".length)
    .replace("Answer", "answer");
  await page.keyboard.press("2");
  await expect(form.getByRole("button", { name: "Output 2" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("1");
  await expect(form.getByRole("button", { name: "Output 1" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("0");
  await expect(form.getByRole("button", { name: "Tie" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 3?");
  await page.keyboard.press("9");
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 4?");

  const storedAt = async (index: number) => {
    const path = { queue_id: queue.id, item_id: queue.itemIds[index] ?? "" };
    return (await api(listAnnotations, path)).map(({ value }) => value);
  };
  await expect.poll(() => storedAt(0)).toEqual([{ preferred: first, shown_first: first }]);
  await expect.poll(() => storedAt(1)).toMatchObject([{ preferred: "tie" }]);
  await expect.poll(() => storedAt(2)).toMatchObject([{ preferred: "both_bad" }]);
  // The other output, wherever it is shown.
  const isFirst = (await outputText(page, 1).textContent())?.startsWith(first.replace("a", "A"));
  await page.keyboard.press(isFirst ? "2" : "1");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => storedAt(3)).toMatchObject([{ preferred: first === "answer A" ? "answer B" : "answer A" }]);
  await page.context().close();

  await visit(ownersPage, links.queue(queue.id, "analytics"));
  const ranking = ownersPage.getByRole("table", { name: `Preferences under ${better}` });
  await expect(ranking.getByRole("row").filter({ hasText: "answer A" })).toContainText("50.0 %");
  await expect(ownersPage.getByText(/^The output shown first was preferred in .* of 2 choices\./)).toBeVisible();
  await expectNoFlaws(ownersPage);
});

test("on a phone the outputs are stacked and the answers are within reach of my thumb", async ({
  api,
  browser,
  playwright,
}) => {
  const ben = await newMember("Ben Okoye");
  const { better, queue } = await compared(api, [ben.userId], 1);
  const page = await pageOf({ browser, playwright }, ben);
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, links.desk(queue.id));
  const [one, other] = await Promise.all([outputText(page, 1).boundingBox(), outputText(page, 2).boundingBox()]);
  expect(other?.y).toBeGreaterThan((one?.y ?? 0) + (one?.height ?? 0));
  await expectNoFlaws(page);
  expect(await cutTexts(page)).toEqual([]);
  await field(page, better).getByRole("button", { name: "Output 2" }).click();
  await expect(field(page, better).getByRole("button", { name: "Output 2" })).toHaveAttribute("aria-pressed", "true");
  const detail = { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", reserve: false };
  await expect
    .poll(async () => (await apiOf(page)(annotateDetail, detail)).draft?.annotations)
    .toMatchObject([{ value: { preferred: expect.stringMatching(/^answer [AB]$/) } }]);
  await page.context().close();
});

const spanSettings = {
  field: "answer",
  categories: [
    { label: "Wrong fact", color: "orange" },
    { label: "Tone", color: "blue" },
  ],
  allow_overlap: true,
};
const marking = async (api: Api, annotators: readonly string[], rows: number) => {
  const wrong = unique("Wrong");
  const labels = [{ type: "text_spans" as const, name: wrong, settings: spanSettings }];
  return { wrong, queue: await queueOf(api, { rows, labels, annotators }) };
};
const textIn = (page: Page) => source(page).getByRole("textbox");
const spansIn = (page: Page, name: string) =>
  field(page, name).getByRole("list", { name: "Spans" }).getByRole("listitem");

test("I mark spans of a text by keyboard and mouse, and overlapping ones look different", async ({
  api,
  ownersPage,
  browser,
  playwright,
}) => {
  test.slow();
  const ana = await newMember("Ana Ruiz");
  const { wrong, queue } = await marking(api, [ana.userId], 3);
  const page = await pageOf({ browser, playwright }, ana);
  await visit(page, links.desk(queue.id));
  await expect(textIn(page)).toBeFocused();
  await expect(textIn(page)).toHaveText("Answer 1.");
  // Nothing that is typed changes the text.
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("abc");
  await page.keyboard.press("Delete");
  await expect(textIn(page)).toHaveText("Answer 1.");
  for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("1");
  await expect(spansIn(page, wrong)).toHaveText([/Wrong fact\s*Answer/]);
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("1");
  await expect(field(page, wrong).getByText("This overlaps Wrong fact: “Answer”. Remove that first.")).toBeVisible();
  await page.keyboard.press("2");
  await expect(spansIn(page, wrong)).toHaveText([/Wrong fact\s*Answer/, /Tone\s*wer 1\./]);
  await expectNoFlaws(page);
  await textIn(page).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Tab");
  await expect(field(page, wrong).getByText("Span 1 of 2, Wrong fact: Answer")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(field(page, wrong).getByText("Span 2 of 2, Tone: wer 1.")).toBeVisible();
  await page.keyboard.press("Control+Enter");

  await expect(textIn(page)).toHaveText("Answer 2.");
  await expect(textIn(page)).toBeFocused();
  await page.keyboard.press("0");
  await expect(field(page, wrong).getByRole("button", { name: "Nothing to mark" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Control+Enter");

  await expect(textIn(page)).toHaveText("Answer 3.");
  await textIn(page)
    .getByText("Answer 3.")
    .dblclick({ position: { x: 10, y: 10 } });
  await field(page, wrong).getByRole("button", { name: "Tone" }).click();
  await expect(spansIn(page, wrong)).toHaveText([/Tone\s*Answer/]);
  await page.keyboard.press("Backspace");
  await expect(spansIn(page, wrong)).toHaveCount(0);
  await textIn(page)
    .getByText("Answer 3.")
    .dblclick({ position: { x: 10, y: 10 } });
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  const span = (start: number, end: number, category: string, text: string) => ({
    field: "answer",
    start,
    end,
    category,
    text,
  });
  const valueAt = async (index: number) => {
    const path = { queue_id: queue.id, item_id: queue.itemIds[index] ?? "" };
    return (await api(listAnnotations, path)).map(({ value }) => value);
  };
  const first = [span(0, 6, "Wrong fact", "Answer"), span(3, 9, "Tone", "wer 1.")];
  await expect.poll(() => valueAt(0)).toEqual([{ spans: first, length: 9 }]);
  await expect.poll(() => valueAt(1)).toEqual([{ spans: [], length: 9 }]);
  await expect.poll(() => valueAt(2)).toEqual([{ spans: [span(0, 6, "Tone", "Answer")], length: 9 }]);
  await page.context().close();

  await visit(ownersPage, links.queue(queue.id, "analytics"));
  await expect(ownersPage.getByRole("table", { name: `Answers to ${wrong}` })).toContainText("Wrong fact");
  await expectNoFlaws(ownersPage);

  await visit(ownersPage, links.review(queue.id, { scope: "all", item: queue.itemIds[0] ?? "" }));
  const marked = ownersPage.getByRole("figure", { name: "answer, marked by Ana Ruiz" });
  await expect(marked.locator("[data-tag]")).toHaveText(["wer", " 1."]);
  await expectNoFlaws(ownersPage);
});

test("on a phone I mark a selection with a category within reach of my thumb", async ({ api, browser, playwright }) => {
  const ben = await newMember("Ben Okoye");
  const { wrong, queue } = await marking(api, [ben.userId], 1);
  const page = await pageOf({ browser, playwright }, ben);
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, links.desk(queue.id));
  await textIn(page)
    .getByText("Answer 1.")
    .dblclick({ position: { x: 10, y: 10 } });
  await field(page, wrong).getByRole("button", { name: "Wrong fact" }).click();
  await expect(spansIn(page, wrong)).toHaveText([/Wrong fact\s*Answer/]);
  await expectNoFlaws(page);
  expect(await cutTexts(page)).toEqual([]);
  await spansIn(page, wrong).getByRole("button", { name: "Remove Wrong fact: Answer" }).click();
  await expect(spansIn(page, wrong)).toHaveCount(0);
  await page.context().close();
});

test("a label of spans can be answered where a row lacks the field", async ({ ownersPage: page, api }) => {
  const wrong = unique("Wrong");
  const labels = [{ type: "text_spans" as const, name: wrong, settings: { ...spanSettings, field: "remark" } }];
  const queue = await queueOf(api, { rows: 1, labels });
  const path = { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" };
  await visit(page, links.desk(queue.id));
  const nothing = field(page, wrong).getByRole("button", { name: "Nothing to mark" });
  await expect(nothing).toBeFocused();
  await page.keyboard.press("0");
  await expect(nothing).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await api(listAnnotations, path))[0]?.value).toMatchObject({ spans: [] });
});

test("a key of an input method leaves the focus and the selection in the text", async ({ ownersPage: page, api }) => {
  const { wrong, queue } = await marking(api, [], 1);
  await visit(page, links.desk(queue.id));
  await expect(textIn(page)).toBeFocused();
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
  // Playwright has no input method.
  await textIn(page).dispatchEvent("compositionstart", { bubbles: true });
  await textIn(page).dispatchEvent("compositionend", { bubbles: true, data: "あ" });
  await expect(textIn(page)).toBeFocused();
  await page.keyboard.press("1");
  await expect(spansIn(page, wrong)).toHaveText([/Wrong fact\s*Answer/]);
});

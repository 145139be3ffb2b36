import { links } from "@/lib/client/links";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { expectNoFlaws } from "./axe";
import { field, shownQuestion } from "./desk";
import { expect, newMember, pageOf, reload, test, unique, visit } from "./fixtures";
import { queueOf } from "./scene";

test("I answer before I see the judge's answer, and the manager sees whether it changed my mind", async ({
  api,
  ownersPage,
  browser,
  playwright,
}) => {
  test.slow();
  const ana = await newMember("Ana Ruiz");
  const verdict = unique("Verdict");
  const options = ["Answer 1.", "Answer 2.", "Answer 3.", "Other"].map((label) => ({ label }));
  const settings = { rule_prompt: "", multi_choice: false, auto_annotate: false, strategy: null, options };
  const queue = await queueOf(api, {
    rows: 3,
    labels: [{ type: "categorical", name: verdict, settings }],
    annotators: [ana.userId],
  });

  await visit(ownersPage, links.queue(queue.id, "suggestions"));
  const form = ownersPage.getByRole("form", { name: "Make suggestions" });
  await form.getByRole("combobox", { name: "Field" }).fill("no such column");
  await form.getByRole("button", { name: "Make suggestions" }).click();
  await expect(form.getByRole("status")).toContainText("3 items without a value there");
  await form.getByRole("combobox", { name: "Field" }).fill("answer");
  await expect(form.getByText("Leave it out of the layout")).toBeVisible();
  await form.getByRole("button", { name: "Make suggestions" }).click();
  await expect(form.getByRole("status")).toContainText("3 suggestions made");
  const labels = ownersPage.getByRole("table", { name: "Suggestions by label" });
  await expect(labels.getByRole("row", { name: verdict })).toContainText("from answer");
  await expectNoFlaws(ownersPage);

  const page = await pageOf({ browser, playwright }, ana);
  await visit(page, links.desk(queue.id));
  const shown = field(page, verdict);
  await expect(shown.getByText("A suggestion appears after you have answered.")).toBeVisible();
  await expect(shown.getByText("Suggested by")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(shown.getByRole("button", { pressed: true })).toHaveCount(0);
  await page.keyboard.press("4");
  await expect(shown.getByText("Suggested by answer: Answer 1.")).toBeVisible();
  await expectNoFlaws(page);
  // It stays seen over a reload, and what was answered first stays known.
  await expect(page.getByText(/^Draft saved .+/)).toBeVisible();
  await reload(page);
  await expect(shown.getByText("Suggested by answer: Answer 1.")).toBeVisible();
  await page.keyboard.press("u");
  await expect(shown.getByRole("button", { name: "Answer 1." })).toHaveAttribute("aria-pressed", "true");
  await expect(shown.getByText("(same as yours)")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("2");
  await expect(shown.getByText("(same as yours)")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 3?");
  const stored = () => api(listAnnotations, { queue_id: queue.id, item_id: queue.itemIds[1] ?? "" });
  await expect.poll(async () => (await stored()).length).toBe(1);

  await reload(ownersPage);
  const row = labels.getByRole("row", { name: verdict });
  await expect(row).toContainText(/50\.0 % \(.+\) of 2/);
  await expect(row).toContainText(/100\.0 % \(.+\) of 1/);

  await ownersPage.getByRole("radio", { name: /^Before they answer/ }).click();
  await expect(ownersPage.getByText("Setting saved")).toBeVisible();
  await reload(page);
  await expect(shownQuestion(page)).toHaveText("Question 3?");
  await expect(shown.getByText("Suggested by answer: Answer 3.")).toBeVisible();

  await row.getByRole("button", { name: `Delete the suggestions for ${verdict}` }).click();
  await ownersPage.getByRole("button", { name: "Delete 3 suggestions" }).click();
  await expect(row.getByRole("button", { name: `Delete the suggestions for ${verdict}` })).toHaveCount(0);
});

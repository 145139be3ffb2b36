// A queue's layout: made beside an item, and what annotators see of it.
import { links } from "@/lib/client/links";
import { annotateDetail } from "@/lib/contracts/annotation/item-detail";
import { openDesk } from "./desk";
import { apiOf, expect, newMember, pageOf, test, visit } from "./fixtures";
import { queueOf } from "./scene";

test("I arrange a queue's source next to a preview, and annotators see that layout, without what I hid", async ({
  ownersPage: page,
  api,
  browser,
  playwright,
}) => {
  const ana = await newMember("Ana Ruiz");
  const queue = await queueOf(api, { rows: 3, annotators: [ana.userId] });
  await visit(page, links.queue(queue.id));
  await page.getByRole("tab", { name: "Layout" }).click();
  const [form, preview] = [page.getByRole("form", { name: "Layout" }), page.getByRole("region", { name: "Preview" })];
  await expect(preview.getByText("Answer 1.")).toBeVisible();
  const save = form.getByRole("button", { name: "Save layout" });
  await expect(save).toBeDisabled();
  await form.getByRole("combobox", { name: "What answer is" }).click();
  await page.getByRole("option", { name: "Expected answer" }).click();
  await form.getByRole("textbox", { name: "Name of question on the desk" }).fill("The customer asks");
  await expect(preview.getByRole("heading", { name: "The customer asks" })).toBeVisible();
  await expect(preview.getByText("Answer 1.")).toBeHidden();
  await preview.getByRole("button", { name: "Show the expected answer" }).click();
  await expect(preview.getByText("Answer 1.")).toBeVisible();
  await preview.getByRole("button", { name: "Next item" }).click();
  await expect(preview.getByText("Question 2?")).toBeVisible();
  await save.click();
  await expect(page.getByText("Layout saved", { exact: true })).toBeVisible();

  const hers = await pageOf({ browser, playwright }, ana);
  await openDesk(hers, queue.id, queue.itemIds[0]);
  const source = hers.getByRole("region", { name: "Source" });
  await expect(source.getByRole("heading", { name: "The customer asks" })).toBeVisible();
  await expect(source.getByText("Answer 1.")).toHaveCount(0);
  await source.getByRole("button", { name: "Show the expected answer" }).click();
  await expect(source.getByText("Answer 1.")).toBeVisible();

  await form.getByRole("combobox", { name: "What answer is" }).click();
  await page.getByRole("option", { name: "Left out" }).click();
  await save.click();
  const address = { queue_id: queue.id, item_id: queue.itemIds[1] ?? "" };
  const fields = async () => (await apiOf(hers)(annotateDetail, address)).item.source_content.fields;
  await expect.poll(fields).toEqual({ question: "Question 2?" });
  expect((await api(annotateDetail, address)).item.source_content.fields).toMatchObject({ answer: "Answer 2." });
  await hers.context().close();
});

test("after going back to the source’s own layout there is nothing to save", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 1 });
  await visit(page, links.queue(queue.id, "layout"));
  await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
  await page.getByRole("button", { name: "Back to the source’s own layout" }).click();
  await expect(page.getByRole("button", { name: "Save layout" })).toBeDisabled();
});

// A prompt from its first version to one that is live: made, edited, compared by word, played beside itself, and its label moved.

import { links } from "@/lib/client/links";
import { createEmptyDataset } from "@/lib/contracts/datasets/datasets";
import { addRows, getDatasetTable } from "@/lib/contracts/datasets/table";
import { getPromptByLabel } from "@/lib/contracts/prompts/labels";
import { expect, test, unique, visit } from "./fixtures";

test("I create a prompt, edit it, compare and play two versions, and move the label production", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const name = unique("reply").replace(" ", "-");
  const dialog = page.getByRole("dialog");
  const message = page.getByRole("textbox", { name: "Text of message 1" });
  const versions = page.getByRole("region", { name: "Versions" });
  const columns = [{ name: "question" }];
  const dataset = await api(createEmptyDataset, { new_dataset_name: unique("Questions"), columns });
  const cells = [{ column_name: "question", value: "Where is my parcel?" }];
  await api(addRows, { dataset_id: dataset.dataset_id, rows: [{ cells }] });

  await test.step("it is created from the list", async () => {
    await visit(page, links.prompts());
    await page.keyboard.press("c");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("combobox", { name: "Folder" }).fill("Support");
    await dialog.getByRole("button", { name: "Create prompt" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(versions.getByRole("button", { name: /^v1.*First version/ })).toBeVisible();
  });

  await test.step("an edit is saved as a new version, with its differences", async () => {
    await message.fill("Answer {{name}} in one short sentence.");
    await expect(page.getByText("{{name}}", { exact: true })).toBeVisible();
    await page.keyboard.press("Control+s");
    await dialog.getByLabel("What changed").fill("Greets by name");
    await expect(dialog.getByRole("insertion").filter({ hasText: "short" })).toBeVisible();
    await dialog.getByRole("button", { name: "Save version" }).click();
    await expect(versions.getByRole("button", { name: /^v2.*Greets by name/ })).toHaveAttribute("aria-current", "true");
    await expect(message).toHaveValue("Answer {{name}} in one short sentence.");
  });

  await test.step("the versions are compared word by word", async () => {
    await page.getByRole("tab", { name: "Compare" }).click();
    const messages = page.getByRole("region", { name: "Difference of messages" });
    await expect(messages.getByRole("insertion").filter({ hasText: "short" })).toBeVisible();
  });

  await test.step("both are played on a dataset row", async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("p");
    await expect(page.getByRole("heading", { level: 1, name: `Play ${name}` })).toBeVisible();
    await page.getByRole("button", { name: "Fill from a dataset row" }).click();
    await dialog.getByRole("combobox", { name: "Dataset" }).fill(dataset.dataset_name);
    await page.getByRole("option", { name: dataset.dataset_name }).click();
    await expect(dialog.getByText("Row 1 fills question.")).toBeVisible();
    await dialog.getByRole("button", { name: "Fill in" }).click();
    await expect(page.getByRole("textbox", { name: "question" })).toHaveValue("Where is my parcel?");
    await page.keyboard.press("Control+Enter");
    // The first column has no name to fill in, which it says.
    await expect(page.getByRole("alert").filter({ hasText: "Fill in “name” first." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "name", exact: true })).toHaveAttribute("aria-invalid", "true");
    const second = page.getByRole("region", { name: "Answer of column 2" });
    await expect(second).toHaveText("Sandbox echo: Where is my parcel?");
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Ada");
    await page.keyboard.press("Control+Enter");
    const first = page.getByRole("region", { name: "Answer of column 1" });
    await expect(first).toHaveText("Sandbox echo: Where is my parcel?");
    await expect(second).toHaveAttribute("aria-busy", "false");
  });

  await test.step("an answer is saved as a row", async () => {
    await page.getByRole("button", { name: "Save as a dataset row" }).first().click();
    await dialog.getByRole("combobox", { name: "Dataset" }).fill(dataset.dataset_name);
    await page.getByRole("option", { name: dataset.dataset_name }).click();
    await dialog.getByRole("button", { name: "Add row" }).click();
    await expect(page.getByText("Added a row")).toBeVisible();
    const table = await api(getDatasetTable, { dataset_id: dataset.dataset_id });
    expect(table.column_config.map((column) => column.name).sort()).toEqual([
      "model",
      "name",
      "output",
      "prompt_version",
      "question",
    ]);
    expect(table.metadata.total_rows).toBe(2);
  });

  await test.step("the label moves, and applications get the new version", async () => {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(message).toHaveValue("Answer {{name}} in one short sentence.");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("l");
    await expect(dialog.getByText("It points to no version of this prompt.")).toBeVisible();
    await dialog.getByRole("button", { name: "Move label" }).click();
    await expect(page.getByText("production points to v2")).toBeVisible();
    await expect(versions.getByRole("button", { name: /^v2.*production/ })).toBeVisible();
    expect(await api(getPromptByLabel, { name, label: "production" })).toMatchObject({ version: "v2" });
  });
});

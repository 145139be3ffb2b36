import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { expect, test, unique, untilAnswering, visit } from "./fixtures";
import { datasetOf } from "./scene";

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await visit(page, links.importDataset());
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.getByRole("main").locator("input[type=file]").setInputFiles(file);
}

test("I import JSON Lines, and see its fields as columns and nested values as they are", async ({
  ownersPage: page,
}) => {
  const name = unique("turns");
  const records = [
    { question: "Where is my parcel?", turns: 2, meta: { lang: "en" } },
    { question: "Wo ist mein Paket? 📦", turns: 3, answer: null },
  ];
  await chooseFile(page, `${name}.jsonl`, records.map((record) => JSON.stringify(record)).join("\n"));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("2 rows, 4 columns")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Wo ist mein Paket? 📦" })).toBeVisible();
  await page.getByRole("button", { name: "Open row 1" }).click();
  await expect(page.getByRole("dialog", { name: "Row 1" }).getByRole("region", { name: "meta" })).toContainText(
    '"lang": "en"',
  );
});

test("a CSV with a broken line names the line, and nothing is imported", async ({ ownersPage: page }) => {
  const name = unique("broken");
  await chooseFile(page, `${name}.csv`, "question,answer\none,1\ntwo,2,surplus\nthree,3");
  await page.getByRole("button", { name: "Import" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "Nothing was imported" });
  await expect(problem).toContainText("Line 3");
  await visit(page, links.datasets());
  await page.getByLabel("Search datasets").fill(name);
  await expect(page.getByRole("heading", { name: "No dataset matches" })).toBeVisible();
});

test("many rows come in pages, and a reload or a search keeps my place", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, 230);
  await visit(page, links.dataset(dataset.id));
  const pages = page.getByRole("navigation", { name: "Pages of rows" });
  await expect(pages).toContainText("1–100 of 230 rows");
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages).toContainText("101–200 of 230 rows");
  await expect(page.getByRole("cell", { name: "Question 101?" })).toBeVisible();
  await page.reload();
  await untilAnswering(page);
  await expect(page.getByRole("cell", { name: "Question 101?" })).toBeVisible();
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages.getByRole("button", { name: "Next page" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Open row 230" })).toBeVisible();
  await page.getByLabel("Search rows").fill("Answer 17.");
  await expect(page.getByRole("button", { name: /^Open row/ })).toHaveCount(1);
  await expect(page.getByRole("cell", { name: "Answer 17." })).toBeVisible();
});

test("I make a queue of a dataset without leaving it", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, 5);
  const label = await api(createLabel, { name: unique("Helpful"), type: "thumbs_up_down" });
  await visit(page, links.dataset(dataset.id));
  await page.getByRole("button", { name: "Make a queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a queue" });
  await dialog.getByRole("combobox", { name: "Labels" }).fill(label.name);
  await page.getByRole("option", { name: label.name }).click();
  await dialog.getByRole("button", { name: "Create queue and add rows" }).click();
  await expect(page.getByRole("heading", { level: 1, name: dataset.name })).toBeVisible();
  await expect(page.getByText("5 items added")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Items 5" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Labels 1" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(6);
});

import { links } from "@/lib/client/links";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { getDatasetTable } from "@/lib/contracts/datasets/table";
import { filtersText } from "@/lib/datasets/rules/row-arrangement";
import { expectNoFlaws } from "./axe";
import { type Api, expect, test, unique, visit } from "./fixtures";

async function ordersOf(api: Api): Promise<string> {
  const rows = ["number,total", "10,2.5", "9,30", "100,7"].join("\n");
  const file = new File([rows], "orders.csv");
  const { dataset_id } = await api(createDatasetFromFile, { file, new_dataset_name: unique("Orders") });
  return dataset_id;
}

test("I sort and filter rows by a column, and a reload shows the same", async ({ ownersPage: page, api }) => {
  await visit(page, links.dataset(await ordersOf(api)));
  const cells = page.getByRole("region", { name: "Rows" }).locator("tbody tr td:nth-child(2)");
  await expect(cells).toHaveText(["10", "9", "100"]);
  await page.getByRole("button", { name: "Column number" }).press("Enter");
  await page.getByRole("menuitem", { name: "Sort down" }).press("Enter");
  await expect(cells).toHaveText(["100", "10", "9"]);
  await expect(page.getByRole("columnheader", { name: "number" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Column total" }).click();
  await page.getByRole("menuitem", { name: "Filter…" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by total" });
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "<", exact: true }).click();
  await dialog.getByLabel("Value").fill("many");
  await dialog.getByRole("button", { name: "Filter" }).click();
  await expect(dialog.getByText("Must be a number, such as 0.5.")).toBeVisible();
  await expectNoFlaws(page);
  await dialog.getByLabel("Value").fill("10");
  await page.keyboard.press("Enter");
  await expect(cells).toHaveText(["100", "10"]);
  await expect(page.getByText("2 rows matching the filters")).toBeVisible();
  await page.reload();
  await expect(cells).toHaveText(["100", "10"]);
  await expectNoFlaws(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("total < 10")).toBeVisible();
  await expectNoFlaws(page);
  await page.getByRole("button", { name: "Remove this filter" }).click();
  await expect(cells).toHaveText(["100", "10", "9"]);
});

test("I change a column's name and type, and see first which cells do not fit", async ({ ownersPage: page, api }) => {
  await visit(page, links.dataset(await ordersOf(api)));
  const change = async (column: string) => {
    await page.getByRole("button", { name: `Column ${column}` }).click();
    await page.getByRole("menuitem", { name: "Change name or type…" }).click();
    return page.getByRole("dialog", { name: `Change ${column}` });
  };
  const choose = async (type: string) => {
    await page.getByRole("dialog").getByRole("combobox").click();
    await page.getByRole("option", { name: type, exact: true }).click();
  };
  const dialog = await change("total");
  await choose("integer");
  await expect(dialog.getByText("1 of 3 cells would not be of type integer: “2.5” in row 1.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await expectNoFlaws(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFlaws(page);
  await choose("text");
  await expect(dialog.getByText("All 3 cells fit.")).toBeVisible();
  await dialog.getByLabel("Name").fill("sum");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("columnheader", { name: "sum text" })).toBeVisible();
  await change("sum");
  await choose("integer");
  await page.getByRole("checkbox", { name: "Remove 1 cell" }).check();
  await choose("boolean");
  await expect(page.getByRole("checkbox", { name: "Remove 3 cells" })).not.toBeChecked();
  await choose("integer");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("columnheader", { name: "sum integer" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Rows" }).locator("tbody tr td:nth-child(3)").first()).toHaveText(
    "–Empty",
  );
});

test("a new type of a column removes its filters, and says so", async ({ ownersPage: page, api }) => {
  const dataset_id = await ordersOf(api);
  const { column_config: columns } = await api(getDatasetTable, { dataset_id });
  const idOf = (name: string) => columns.find((column) => column.name === name)?.id ?? "";
  const filters = filtersText([
    { column: idOf("total"), type: "number", operator: "less_than", value: "10" },
    { column: idOf("number"), type: "number", operator: "greater_than", value: "50" },
  ]);
  const filtered = `${links.dataset(dataset_id)}?filters=${encodeURIComponent(filters ?? "")}`;
  await visit(page, filtered);
  const cells = page.getByRole("region", { name: "Rows" }).locator("tbody tr td:nth-child(2)");
  await expect(cells).toHaveText(["100"]);
  await page.getByRole("button", { name: "Column total" }).click();
  await page.getByRole("menuitem", { name: "Change name or type…" }).click();
  await page.getByRole("dialog").getByRole("combobox").click();
  await page.getByRole("option", { name: "text", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const removed = "Removed the filter “total < 10”, because the column is now of type text.";
  await expect(page.getByText(removed)).toBeVisible();
  await expect(cells).toHaveText(["100"]);
  await expectNoFlaws(page);
  await visit(page, filtered);
  await expect(page.getByText(removed)).toBeVisible();
  await expect(cells).toHaveText(["100"]);
});

test("a filter takes back the choice of all rows, so that rows out of sight are not deleted", async ({
  ownersPage: page,
  api,
}) => {
  const dataset_id = await ordersOf(api);
  await visit(page, links.dataset(dataset_id));
  await page.getByRole("checkbox", { name: "Select row 1", exact: true }).check();
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Select all 3 rows" }).click();
  await expect(selection).toContainText("3 rows selected");
  await page.getByRole("searchbox", { name: "Search rows" }).fill("2.5");
  await expect(page.getByText("1 row matching")).toBeVisible();
  await expect(selection).toContainText("1 row selected");
  await selection.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 1 row" }).click();
  await expect(selection).toBeHidden();
  const { metadata } = await api(getDatasetTable, { dataset_id });
  expect(metadata.total_rows).toBe(2);
});

import { join } from "node:path";
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { addColumns } from "@/lib/contracts/datasets/columns";
import { deleteRows, getDatasetTable, updateCellValue } from "@/lib/contracts/datasets/table";
import { expect, test, unique, visit } from "./fixtures";
import { datasetOf } from "./scene";

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await visit(page, links.importDataset());
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.getByRole("main").locator("input[type=file]").setInputFiles(file);
}

test("I import JSON Lines, and see each field as a column and nested values unchanged", async ({
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

test("I put a picture into a cell from a file, and the table names it", async ({ ownersPage: page, api }) => {
  const { id } = await datasetOf(api, 1);
  await api(addColumns, { dataset_id: id, new_columns_data: [{ name: "photo", data_type: "image" }] });
  await visit(page, links.dataset(id));
  await page.getByRole("button", { name: "Open row 1" }).click();
  const row = page.getByRole("dialog", { name: "Row 1" });
  await row.getByRole("button", { name: "Edit photo" }).click();
  const file = (bytes: number) => ({ name: "photo.png", mimeType: "image/png", buffer: Buffer.alloc(bytes, 1) });
  await row.locator("input[type=file]").setInputFiles(file(900_000));
  await expect(row.getByText("photo.png has 879 kB. A cell takes 732 kB.")).toBeVisible();
  await row.locator("input[type=file]").setInputFiles(file(6000));
  await expect(row.getByText("Image, 5.9 kB")).toBeVisible();
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("button", { name: "Edit photo" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("cell", { name: "Image, 5.9 kB" })).toBeVisible();
});

test("I import an Excel workbook, and see its rows before and after", async ({ ownersPage: page }) => {
  await visit(page, links.importDataset());
  const file = join(import.meta.dirname, "..", "lib", "datasets", "files", "testing", "answers.xlsx");
  await page.getByRole("main").locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("cell", { name: "It ships on Monday." })).toBeVisible();
  const name = unique("workbook");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("3 rows, 6 columns")).toBeVisible();
  await expect(page.getByRole("cell", { name: "2026-03-01T14:30:05" })).toBeVisible();
});

test("a CSV import with a broken line names the line, and imports nothing", async ({ ownersPage: page }) => {
  const name = unique("broken");
  await chooseFile(page, `${name}.csv`, "question,answer\none,1\ntwo,2,surplus\nthree,3");
  await page.getByRole("button", { name: "Import" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "Nothing was imported" });
  await expect(problem).toContainText("Line 3");
  await visit(page, links.datasets());
  await page.getByLabel("Search datasets").fill(name);
  await expect(page.getByRole("heading", { name: "No dataset matches" })).toBeVisible();
});

/** Of the many rows; how long some were blank is printed and not asserted. ASSAY_GRID says how many, e.g. 100000. */
const ROWS = Number(process.env.ASSAY_GRID ?? 730);

/** The longest that a row in view was blank, in ms: of two seconds of scrolling down, and after jumps to ten places. */
const longestBlanks = (page: Page) =>
  page.getByRole("region", { name: "Rows" }).evaluate(async (region) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const isBlank = () => {
      const { top, bottom } = region.getBoundingClientRect();
      return [...region.querySelectorAll("tr[data-blank]")].some((row) => {
        const at = row.getBoundingClientRect();
        return at.bottom > top && at.top < bottom;
      });
    };
    const watch = async (move: (frames: number) => boolean) => {
      let [longest, since] = [0, 0];
      for (let frames = 0; ; frames += 1) {
        const goesOn = move(frames);
        const now = await frame();
        if (!isBlank()) since = 0;
        else if (since === 0) since = now;
        else longest = Math.max(longest, now - since);
        if (!goesOn && since === 0) return Math.round(longest);
      }
    };
    const PIXELS_A_FRAME = 60;
    const scrolling = await watch((frames) => {
      region.scrollTop += PIXELS_A_FRAME;
      return frames < 120;
    });
    const jumping: number[] = [];
    for (let jump = 1; jump <= 10; jump += 1) {
      const to = (region.scrollHeight * ((jump * 7) % 11)) / 11;
      jumping.push(
        await watch((frames) => {
          if (frames === 0) region.scrollTop = to;
          return frames < 3;
        }),
      );
    }
    region.scrollTop = 0;
    return { scrolling, jumping: jumping.sort((one, other) => one - other) };
  });

test("many rows scroll in one table, and a reload or a search keeps my position", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, ROWS);
  await visit(page, links.dataset(dataset.id));
  const table = page.getByRole("table", { name: "Rows of the dataset" });
  await expect(table).toHaveAttribute("aria-rowcount", String(ROWS + 1));
  await expect(page.getByRole("cell", { name: "Question 1?", exact: true })).toBeVisible();
  const { scrolling, jumping } = await longestBlanks(page);
  process.stdout.write(`Longest blank of ${ROWS} rows: scrolling ${scrolling} ms, jumping ${jumping.join(" ")} ms\n`);
  await page.getByRole("button", { name: "Open row 1", exact: true }).focus();
  await page.keyboard.press("End");
  const open = (row: number) => page.getByRole("button", { name: `Open row ${row.toLocaleString("en")}`, exact: true });
  const last = open(ROWS);
  await expect(last).toBeFocused();
  await expect(table.getByRole("row").filter({ has: last })).toHaveAttribute("aria-rowindex", String(ROWS + 1));
  await expect(page.getByRole("cell", { name: `Question ${ROWS - 1}?` })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Question 1?", exact: true })).toHaveCount(0);
  await page.keyboard.press("ArrowUp");
  await expect(open(ROWS - 1)).toBeFocused();
  await expect.poll(() => Number(new URL(page.url()).searchParams.get("row"))).toBeGreaterThan(ROWS - 60);
  // What somebody types before the scripts are there counts as well.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/_next/static/**/*.js*", (route) => arrived.then(() => route.continue()));
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("cell", { name: `Question ${ROWS - 1}?` })).toBeVisible();
  await page.getByLabel("Search rows").fill("Answer 17.");
  arrive();
  await expect(page.getByRole("button", { name: /^Open row/ })).toHaveCount(1);
  await expect(page.getByRole("cell", { name: "Answer 17." })).toBeVisible();
});

test("I create a queue from a dataset", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, 5);
  const label = await api(createLabel, { name: unique("Helpful"), type: "thumbs_up_down" });
  await visit(page, links.dataset(dataset.id));
  await page.getByRole("link", { name: "Create a queue" }).click();
  await expect(page.getByText("5 items will be added.")).toBeVisible();
  await page.getByRole("combobox", { name: "Labels" }).fill(label.name);
  await page.getByRole("option", { name: label.name }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: dataset.name })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Items 5" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Labels 1" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(6);
});

test("I save the rows as a dataset version, see what changed since, and restore them", async ({
  ownersPage: page,
  api,
}) => {
  const { id } = await datasetOf(api, 2);
  await visit(page, links.dataset(id));
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Create a version" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a version" });
  await dialog.getByLabel("Name").fill("First");
  await dialog.getByRole("button", { name: "Create version" }).click();
  await expect(page.getByRole("cell", { name: "2 added" })).toBeVisible();
  const { column_config: columns, table: rows } = await api(getDatasetTable, { dataset_id: id });
  const column_id = columns.find(({ name }) => name === "answer")?.id ?? "";
  await api(updateCellValue, { dataset_id: id, row_id: rows[0]?.rowId ?? "", column_id, new_value: "At the depot." });
  await api(deleteRows, { dataset_id: id, row_ids: [rows[1]?.rowId ?? ""] });
  await page.getByRole("button", { name: "First", exact: true }).click();
  const changed = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Changed: row 1" }) });
  await expect(changed).toContainText("Answer 1.");
  await expect(changed).toContainText("At the depot.");
  await expect(page.getByRole("heading", { name: "Removed: row 2" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for the version" }).click();
  await page.getByRole("menuitem", { name: "Restore…" }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("button", { name: "Before version 1 was restored (2)" })).toBeVisible();
  await page.getByRole("tab", { name: "Rows" }).click();
  await expect(page.getByRole("cell", { name: "Answer 1." })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Answer 2." })).toBeVisible();
});

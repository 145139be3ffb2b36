// Results that can be trusted: two runs row by row, and a judge against people.
import { links } from "@/lib/client/links";
import { submitAnnotations } from "@/lib/contracts/annotation/annotating";
import { expect, test, visit } from "./fixtures";
import { queueOf, runOver } from "./scene";

test("an evaluator compares two runs, calibrates a judge against people, and sends them the disagreements", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const queue = await queueOf(api, { rows: 22 });
  // Passes rows 1 and 10 to 19.
  const first = await runOver(api, queue.datasetId, "Answer 1");
  const second = await runOver(api, queue.datasetId, "Answer 2");

  await test.step("runs with different evaluations are only compared on request", async () => {
    await visit(page, links.evalRun(queue.datasetId, second));
    await page.getByRole("link", { name: "Compare with previous run" }).click();
    await expect(page).toHaveURL(new RegExp(`first=${first}&second=${second}`));
    await expect(page.getByRole("heading", { name: "The runs used different evaluations" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Parameters/ })).toContainText("Answer 2");
    await page.getByRole("switch", { name: "Compare anyway" }).click();
    await expect(page.getByRole("row", { name: /4 rows rose, 11 fell/ })).toContainText("−31.8 pp");
    const passed = page.getByRole("table", { name: /first run down/ }).getByRole("row", { name: /^Passes/ });
    await expect(passed.getByRole("cell")).toHaveText(["11", ""]);
    const rows = page.getByRole("table", { name: /^Rows under/ }).getByRole("row");
    await expect(rows.nth(1)).toContainText("flipped");
    await page.getByRole("combobox", { name: "Rows" }).click();
    await page.getByRole("option", { name: "Rose" }).click();
    await expect(rows).toHaveCount(5);
  });

  await test.step("a judge is calibrated", async () => {
    const label_id = queue.labelIds[0] ?? "";
    for (const [index, item_id] of queue.itemIds.entries()) {
      // As the judge does, but for rows 1 and 2.
      const value = index === 1 || (index >= 9 && index <= 18) ? "up" : "down";
      await api(submitAnnotations, { queue_id: queue.id, item_id, annotations: [{ label_id, value }] });
    }
    await page.goto(links.newCalibration({ queue: queue.id, run: first }));
    const dialog = page.getByRole("dialog", { name: "Calibrate a judge" });
    await dialog.getByRole("checkbox", { name: "Yes" }).click();
    await dialog.getByRole("button", { name: "Calibrate" }).click();
    await expect(page.getByRole("row", { name: /Cohen's κ/ })).toContainText("0.818");
    await expect(page.getByRole("row", { name: /Sensitivity/ })).toContainText("90.9 %");
    await expect(page.getByText(/κ has no interval, which needs 60 items/)).toBeVisible();
  });

  await test.step("its disagreements go to a queue and back", async () => {
    await page.getByRole("button", { name: "Queue 2 disagreements" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Disagreements: / })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: "calibrate the judge with it" }).click();
    await expect(page.getByRole("dialog", { name: "Calibrate a judge" })).toBeVisible();
  });
});

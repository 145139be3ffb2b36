// Links to a dataset's rows that are not there.
import { links } from "@/lib/client/links";
import { expect, test, visit } from "./fixtures";
import { queueOf } from "./scene";

test("a link to a row that is not there says so", async ({ ownersPage: page, api }) => {
  const { datasetId } = await queueOf(api, { rows: 2 });
  await visit(page, links.datasetAt(datasetId, 9999));
  await expect(page.getByText("Row 9,999 is not in this dataset.")).toBeVisible();
  await visit(page, links.datasetRow(datasetId, "6f0c8b8e-0000-4000-8000-000000000000"));
  await expect(page.getByText("The row of this link is not in this dataset.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${links.dataset(datasetId)}$`));
  await visit(page, links.datasetAt(datasetId, 2));
  await expect(page.getByText("is not in this dataset")).toHaveCount(0);
});

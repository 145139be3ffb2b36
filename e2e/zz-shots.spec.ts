import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { links } from "@/lib/client/links";
import { expect, test, unique, visit } from "./fixtures";

test.setTimeout(300_000);
test("shots", async ({ ownersPage: page, api }) => {
  const name = unique("RAG rows");
  const lines = Array.from({ length: 20 }, (_, i) => `Where is parcel ${i}?,"Parcels wait at the depot for seven days. Number ${i} arrived on Monday.",It is at the depot.,At the depot`);
  const file = new File([["question,context,answer,expected answer", ...lines].join("\n")], "rag.csv");
  const { dataset_id } = await api(createDatasetFromFile, { file, new_dataset_name: name });
  page.on("console", (m) => m.type() === "error" && console.log("console:", m.text().slice(0, 300)));
  page.on("pageerror", (e) => console.log("pageerror:", e.message.slice(0, 400)));
  await visit(page, links.newQueue({ template: "rag", dataset: dataset_id }));
  await expect(page.getByText("20 items will be added.")).toBeVisible({ timeout: 120_000 });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: "/tmp/b-shots/new-1440.png" });
  await page.screenshot({ path: "/tmp/b-shots/new-1440-full.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/b-shots/new-390-full.png", fullPage: true });
});

// Pages on paper, and in a window of 1280 by 1024 at a zoom of 400 %.
import { links } from "@/lib/client/links";
import { openDesk } from "./desk";
import { expect, test, visit } from "./fixtures";
import { queueOf } from "./scene";

test("a printed report has no navigation, no tabs and no actions", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 1 });
  await visit(page, `${links.queue(queue.id)}?tab=analytics`);
  await expect(page.getByRole("complementary", { name: "Studio" })).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("complementary", { name: "Studio" })).toBeHidden();
  await expect(page.getByRole("tablist")).toBeHidden();
  await expect(page.getByRole("link", { name: "Start annotating" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(paper).toMatch(/^(?:rgb\(255, 255, 255\)|lab\(100 0 0\)|oklch\(1 0 0\))$/);
});

test("Submit is on the screen at a zoom of 400 %, and the form can be higher or lower", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 1 });
  await page.setViewportSize({ width: 320, height: 256 });
  await openDesk(page, queue.id);
  const submit = page.getByRole("button", { name: "Submit" });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Annotation: show more" }).click();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Annotation: show less" }).click();
  await page.getByRole("button", { name: "Annotation: show less" }).click();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Question 1?")).toBeInViewport();
});

// What screens say is what the API says.
import { links } from "@/lib/client/links";
import { listItems } from "@/lib/contracts/annotation/items";
import { getQueueProgress } from "@/lib/contracts/annotation/queues/progress";
import { updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { getQueueAgreement, getQueueAnalytics } from "@/lib/contracts/annotation/reports";
import { apiOf, expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { answer, queueOf } from "./scene";

test("home, items and analytics show my open work, what I may review, and today's work", async ({
  api,
  browser,
  playwright,
}) => {
  test.slow();
  const [ana, ben] = [await newMember("Ana Ruiz"), await newMember("Ben Okoye")];
  const queue = await queueOf(api, {
    rows: 5,
    labels: [
      { type: "thumbs_up_down", name: unique("Helpful") },
      { type: "text", name: unique("Why") },
    ],
    annotators: [ana.userId, ben.userId],
    requiresReview: true,
  });
  const annotator_roles = {
    [ana.userId]: ["annotator" as const, "reviewer" as const],
    [ben.userId]: ["annotator" as const],
  };
  await api(updateQueue, { queue_id: queue.id, annotator_ids: [ana.userId, ben.userId], annotator_roles });
  const [page, bens] = await Promise.all([ana, ben].map((person) => pageOf({ browser, playwright }, person)));
  if (!page || !bens) throw new Error("somebody is missing");
  const values = { [queue.labelIds[0] ?? ""]: "up" };
  for (const item_id of queue.itemIds.slice(0, 2)) await answer(apiOf(page), { queue_id: queue.id, item_id, values });
  // Completing claims the next item: Ana holds the third one, Ben works on the last two.
  for (const item_id of queue.itemIds.slice(3)) await answer(apiOf(bens), { queue_id: queue.id, item_id, values });

  const asAna = apiOf(page);
  const progress = await asAna(getQueueProgress, { queue_id: queue.id });
  expect(progress).toMatchObject({ in_review: 4, reviewable: 2, user_progress: { completed: 2, left: 1 } });

  await visit(page, links.home());
  const line = page.getByRole("listitem").filter({ hasText: queue.name });
  await expect(line).toContainText("2 done by you, 1 open for you");
  await expect(line.getByRole("link", { name: `Review 2 items of ${queue.name}` })).toBeVisible();

  await visit(page, `${links.queue(queue.id)}?status=in_progress`);
  const listed = await asAna(listItems, { queue_id: queue.id, status: ["in_progress"] });
  expect(listed.count).toBe(progress.in_progress);
  await expect(page.getByText("No item matches", { exact: true })).toHaveCount(listed.count === 0 ? 1 : 0);

  await visit(page, links.queue(queue.id, "analytics"));
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { throughput } = await asAna(getQueueAnalytics, { queue_id: queue.id, time_zone: zone });
  expect(throughput.daily).toMatchObject([{ count: 0, answered: 4 }]);
  await expect(page.getByRole("img", { name: /^Annotations per day in the last 30 days: 4 in total/ })).toBeVisible();
  await page
    .getByRole("button", { name: "Tables" })
    .or(page.getByRole("switch", { name: /table/i }))
    .first()
    .click();
  const table = page.getByRole("table", { name: "Annotations and completed items by day" });
  await expect(table.getByRole("row").last()).toHaveText(`${throughput.daily[0]?.date}40`);

  const { overall_agreement } = await asAna(getQueueAgreement, { queue_id: queue.id });
  expect(overall_agreement).toBeNull();
  await Promise.all([page.context().close(), bens.context().close()]);
});

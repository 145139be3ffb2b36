import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { openDesk, sourceHeading } from "./desk";
import { expect, test } from "./fixtures";
import { queueOf } from "./scene";

for (const requiresReview of [false, true]) {
  test(`a second tab goes on after the first has submitted the item of both${requiresReview ? ", in review by then" : ""}`, async ({
    ownersPage: first,
    context,
    api,
  }) => {
    const queue = await queueOf(api, { rows: 3, requiresReview });
    const item_id = queue.itemIds[0] ?? "";
    const second = await context.newPage();
    for (const tab of [first, second]) await openDesk(tab, queue.id, item_id);
    const rate = async (tab: typeof first, answer: string) => {
      await tab.bringToFront();
      await tab.getByRole("region", { name: "Annotation" }).getByRole("button", { name: answer, exact: true }).click();
      await tab.keyboard.press("Control+Enter");
    };
    const storedAnswer = async () => (await api(listAnnotations, { queue_id: queue.id, item_id }))[0]?.value;
    await rate(first, "Yes");
    await expect(sourceHeading(first)).not.toHaveText(`Row 1 of ${queue.datasetName}`);
    await expect.poll(storedAnswer).toEqual({ value: "up" });
    await rate(second, "No");
    if (requiresReview) {
      await expect(second.getByRole("region", { name: "1 answer was refused" })).toContainText("waiting for review");
    }
    await expect(sourceHeading(second)).toHaveText(/^Row [23] of /);
    await expect.poll(storedAnswer).toEqual({ value: requiresReview ? "up" : "down" });
  });
}

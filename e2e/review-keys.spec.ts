// Every key that the review desk's help lists does what it says, with the usual keys and with the reviewer's own. The help
// is made of the bindings, so a binding without a line here fails, and so does a line without a binding.
import type { Locator, Page } from "playwright/test";
import { spokenKeys } from "@/app/_ui/keyboard/spoken-keys";
import { completeDeskKeys } from "@/lib/accounts/rules/desk-keys";
import { links } from "@/lib/client/links";
import { ownKeysOf } from "@/lib/client/queues/desk-keys";
import { setDeskKeys } from "@/lib/contracts/accounts/desk-keys";
import { updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { sourceHeading, strokeOf } from "./desk";
import { apiOf, expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { answer, type QueueScene, queueOf } from "./scene";

interface Desk {
  page: Page;
  queue: QueueScene;
  names: string[];
  /** Presses the key that the reviewer has in place of a usual one. */
  press: (usual: string) => Promise<void>;
}

const compared = ({ page, names }: Desk, index: number): Locator =>
  page.getByRole("region", { name: "Comparison" }).getByRole("region", { name: names[index] ?? "" });
const rowShown = ({ page, queue }: Desk, row: number) =>
  expect(sourceHeading(page)).toHaveText(`Row ${row} of ${queue.datasetName}`);
const instructions = ({ page }: Desk) => page.getByRole("button", { name: "Instructions" });

/** What pressing each usual key does on the first item, its first label focused. Each ends as it began, but the last. */
const effects: Record<string, (desk: Desk) => Promise<unknown>> = {
  arrowdown: async (desk) => {
    await expect(compared(desk, 1)).toBeFocused();
    await desk.press("arrowup");
  },
  arrowup: async (desk) => {
    await desk.press("arrowdown");
    await desk.press("arrowup");
    await expect(compared(desk, 0)).toBeFocused();
  },
  i: async (desk) => {
    await expect(instructions(desk)).toHaveAttribute("aria-pressed", "true");
    await desk.press("i");
    await expect(instructions(desk)).toHaveAttribute("aria-pressed", "false");
  },
  c: async (desk) => {
    await expect(desk.page.getByRole("textbox", { name: "Comment" })).toBeFocused();
    await desk.page.keyboard.press("Escape");
    await expect(desk.page.getByRole("textbox", { name: "Comment" })).toHaveCount(0);
  },
  e: async (desk) => {
    await expect(compared(desk, 0).getByRole("textbox", { name: "Reason" })).toBeVisible();
    await desk.page.keyboard.press("Escape");
    await expect(compared(desk, 0).getByRole("textbox", { name: "Reason" })).toHaveCount(0);
  },
  arrowright: async (desk) => {
    await rowShown(desk, 2);
    await desk.press("arrowleft");
    await rowShown(desk, 1);
  },
  arrowleft: async (desk) => {
    // There is no earlier item to go to, so it stays.
    await rowShown(desk, 1);
  },
  a: async (desk) => {
    await rowShown(desk, 2);
    await desk.press("z");
    await rowShown(desk, 1);
  },
  z: (desk) => rowShown(desk, 1),
  r: async (desk) => {
    await expect(desk.page.getByText("Say what to change, here or on a label.")).toBeVisible();
    await desk.page.keyboard.press("Escape");
  },
  escape: ({ page, queue }) => expect(page).toHaveURL(new RegExp(`${links.queue(queue.id)}$`)),
};

const choices = [
  ["the usual keys", {}],
  [
    "the reviewer's own keys",
    {
      ...{ approve: "y", request_changes: "n", comment: "k", settle: "v", undo: "b" },
      ...{ instructions: "h", previous: "[", next: "]" },
    },
  ],
] as const;

for (const [what, chosen] of choices) {
  test(`every key of the review desk's help does what it says, with ${what}`, async ({ api, browser, playwright }) => {
    test.slow();
    const [ana, cleo] = [await newMember("Ana Ruiz"), await newMember("Cleo Marsh")];
    const names = [unique("Stars"), unique("Helpful")];
    const [star, thumbs] = names;
    const queue = await queueOf(api, {
      rows: 3,
      requiresReview: true,
      labels: [
        { type: "star", name: star ?? "" },
        { type: "thumbs_up_down", name: thumbs ?? "" },
      ],
    });
    const annotator_roles = { [ana.userId]: ["annotator" as const], [cleo.userId]: ["reviewer" as const] };
    await api(updateQueue, { queue_id: queue.id, annotator_ids: [ana.userId, cleo.userId], annotator_roles });
    const [anas, page] = [await pageOf({ browser, playwright }, ana), await pageOf({ browser, playwright }, cleo)];
    for (const item_id of queue.itemIds)
      await answer(apiOf(anas), { queue_id: queue.id, item_id, values: { [queue.labelIds[0] ?? ""]: { rating: 4 } } });
    await apiOf(page)(setDeskKeys, { keys: chosen });
    const own = ownKeysOf(completeDeskKeys(chosen));
    const keyOf = (usual: string) => own[usual] ?? usual;
    const press = (usual: string) => page.keyboard.press(strokeOf(keyOf(usual)));
    const desk = { page, queue, names, press };

    await visit(page, links.review(queue.id));
    await rowShown(desk, 1);
    await compared(desk, 0).focus();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toBeVisible();
    const listed = await help.locator("dd .sr-only").allTextContents();
    expect(listed.toSorted()).toEqual(
      Object.keys(effects)
        .map((usual) => spokenKeys(keyOf(usual), false))
        .toSorted(),
    );
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(page.getByRole("button", { name: "Approve" })).toContainText(keyOf("a").toUpperCase());
    for (const usual of ["a", "c", "e"].filter((key) => keyOf(key) !== key)) {
      await compared(desk, 0).focus();
      await page.keyboard.press(usual);
      await expect(page.getByRole("textbox", { name: /^(Comment|Reason)$/ })).toHaveCount(0);
      await rowShown(desk, 1);
    }
    for (const [usual, effect] of Object.entries(effects)) {
      await compared(desk, 0).focus();
      await press(usual);
      await effect(desk);
    }
    for (const each of [anas, page]) await each.context().close();
  });
}

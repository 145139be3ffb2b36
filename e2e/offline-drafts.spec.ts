// What I write while the network is away is mine: it saves itself when I am back, and another window's text never takes its place unseen.
import type { BrowserContext, Page, Route } from "playwright/test";
import { links } from "@/lib/client/links";
import { getDraft, saveDraft } from "@/lib/contracts/annotation/drafts";
import { field, sourceHeading } from "./desk";
import { type Api, expect, origin, test, unique, visit } from "./fixtures";
import { lineTo } from "./line";
import { type QueueScene, queueOf } from "./scene";

const status = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const conflictOn = (page: Page) => page.getByRole("region", { name: "Two versions of this item" });
const draftOf = (api: Api, queue: QueueScene) => api(getDraft, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" });

/** Writes "First" and a rating, offline "First, and more", and closes the tab; the answer to the first save can be lost. */
async function writeOffline(
  { page, context, api }: { page: Page; context: BrowserContext; api: Api },
  isAnswerLost: boolean,
) {
  const [stars, remark] = [unique("Stars"), unique("Remark")];
  const queue = await queueOf(api, {
    rows: 3,
    labels: [
      { type: "star", name: stars },
      { type: "text", name: remark },
    ],
  });
  const line = await lineTo(origin());
  const note = (of: Page) => field(of, remark).getByRole("textbox");
  await visit(page, line.origin + links.desk(queue.id, queue.itemIds[0]));
  await expect(sourceHeading(page)).toBeVisible();
  if (isAnswerLost) {
    const lose = async (route: Route) => {
      await route.fetch();
      await line.cut();
      await route.abort();
    };
    await page.route("**/draft/", lose, { times: 1 });
  }
  // The lower field first, so that what is sent has another order than the form.
  await note(page).fill("First");
  await field(page, stars).getByRole("button", { name: "2 stars" }).click();
  if (isAnswerLost) await status(page, "Draft kept in this browser");
  else {
    await status(page, "Draft saved");
    await line.cut();
  }
  expect((await draftOf(api, queue))?.annotations).toHaveLength(2);
  await note(page).fill("First, and more");
  await status(page, "Draft kept in this browser");
  await page.close();
  const comeBack = async () => {
    await line.mend();
    const next = await context.newPage();
    await next.goto(line.origin + links.desk(queue.id, queue.itemIds[0]));
    await expect(note(next)).toHaveValue("First, and more");
    return next;
  };
  const saved = async () =>
    (await draftOf(api, queue))?.annotations.find(({ label_id }) => label_id === queue.labelIds[1])?.value;
  return { queue, note, comeBack, saved };
}

for (const isAnswerLost of [false, true]) {
  test(`my own text saves itself when I come back${isAnswerLost ? ", although the answer to an earlier save was lost" : ""}`, async ({
    ownersPage: page,
    context,
    api,
  }) => {
    const { note, comeBack, saved } = await writeOffline({ page, context, api }, isAnswerLost);
    const next = await comeBack();
    await note(next).fill("First, and more, and more");
    await status(next, "Draft saved");
    await expect.poll(saved).toEqual({ text: "First, and more, and more" });
    await expect(conflictOn(next)).toHaveCount(0);
  });
}

for (const choice of ["mine", "theirs"] as const) {
  test(`another window saved meanwhile: I see both texts, and take ${choice}`, async ({
    ownersPage: page,
    context,
    api,
  }) => {
    const { queue, note, comeBack, saved } = await writeOffline({ page, context, api }, false);
    const draft = await draftOf(api, queue);
    await api(saveDraft, {
      queue_id: queue.id,
      item_id: queue.itemIds[0] ?? "",
      annotations: [
        { label_id: queue.labelIds[0] ?? "", value: { rating: 2 } },
        { label_id: queue.labelIds[1] ?? "", value: { text: "Written on the telephone" } },
      ],
      item_notes: "",
      revision: draft?.revision ?? null,
    });
    const next = await comeBack();
    const conflict = conflictOn(next);
    const versions = conflict.getByRole("group");
    await expect(versions).toHaveCount(2);
    await expect(versions.nth(0)).toContainText("First, and more");
    await expect(versions.nth(1)).toContainText("Written on the telephone");
    // Both have the same stars: only what differs is shown.
    await expect(conflict).not.toContainText("Stars");
    expect(await saved()).toEqual({ text: "Written on the telephone" });
    if (choice === "mine") {
      await versions.nth(0).getByRole("button", { name: "Keep my version" }).click();
      await expect.poll(saved).toEqual({ text: "First, and more" });
    } else {
      await versions.nth(1).getByRole("button", { name: "Use this version" }).click();
      await expect(note(next)).toHaveValue("Written on the telephone");
      // My text is at hand until I leave the item.
      await next.getByRole("button", { name: "Back to my version" }).click();
      await expect(note(next)).toHaveValue("First, and more");
      await expect.poll(saved).toEqual({ text: "First, and more" });
    }
    await expect(conflict).toBeHidden();
  });
}

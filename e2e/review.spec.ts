import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { submitAnnotations } from "@/lib/contracts/annotation/annotating";
import { annotateDetail } from "@/lib/contracts/annotation/item-detail";
import { listItems } from "@/lib/contracts/annotation/items";
import { reviewItem } from "@/lib/contracts/annotation/reviews";
import { field, shownQuestion, sourceHeading } from "./desk";
import { type Api, apiOf, test as base, expect, newMember, pageOf, unique, visit } from "./fixtures";
import { answer, type QueueScene, queueOf } from "./scene";

interface Reviewed {
  queue: QueueScene;
  stars: string;
  ana: Page;
}

/** A queue in review: Ana and Ben disagree on the first item and agree on the second. */
const test = base.extend<{ reviewed: Reviewed }>({
  reviewed: async ({ api, browser, playwright }, use) => {
    const people = [await newMember("Ana Ruiz"), await newMember("Ben Okoye")];
    const stars = unique("Stars");
    const queue = await queueOf(api, {
      rows: 2,
      labels: [{ type: "star", name: stars }],
      annotators: people.map((person) => person.userId),
      annotationsRequired: 2,
      requiresReview: true,
    });
    const [ana, ben] = await Promise.all(people.map((person) => pageOf({ browser, playwright }, person)));
    if (!ana || !ben) throw new Error("somebody is missing");
    const rate = (page: Page, index: number, rating: number) =>
      answer(apiOf(page), {
        queue_id: queue.id,
        item_id: queue.itemIds[index] ?? "",
        values: { [queue.labelIds[0] ?? ""]: { rating } },
      });
    for (const [page, ratings] of [
      [ana, [4, 5]],
      [ben, [2, 5]],
    ] as const)
      for (const [index, rating] of ratings.entries()) await rate(page, index, rating);
    await use({ queue, stars, ana });
    await Promise.all([ana.context().close(), ben.context().close()]);
  },
});

/** One label of the comparison. */
const compared = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Comparison" }).getByRole("region", { name });

const statusesOf = async (api: Api, queue_id: string): Promise<string[]> =>
  (await api(listItems, { queue_id, ordering: "order" })).results.map((item) => item.workflow_status);

test("I compare two people's answers, return one with a comment, and approve the corrected one", async ({
  ownersPage: page,
  api,
  reviewed: { queue, stars, ana },
}) => {
  test.slow();
  await visit(page, links.queue(queue.id));
  await page.getByRole("link", { name: "Review 2" }).click();
  await expect(sourceHeading(page)).toHaveText(`Row 1 of ${queue.datasetName}`);
  const label = compared(page, stars);
  await expect(label).toBeFocused();
  await expect(label.getByText("Disagree")).toBeVisible();
  await expect(label.getByRole("listitem")).toHaveText(["Ana Ruiz4 stars", "Ben Okoye2 stars"]);

  await page.keyboard.press("r");
  await expect(page.getByText("Say what to change, here or on a label.")).toBeVisible();
  await page.keyboard.press("Escape");
  await label.focus();
  await page.keyboard.press("c");
  await page.keyboard.type("Is it really that good? @oko");
  await expect(page.getByRole("option", { name: "Ben Okoye" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("Is it really that good? @Ben Okoye ");
  await page.getByRole("combobox", { name: "Recipient" }).click();
  await page.getByRole("option", { name: "Ana Ruiz" }).click();
  await page.getByRole("textbox", { name: "Comment" }).press("Control+Enter");
  await expect(label.getByText("To Ana Ruiz, sent with your decision")).toBeVisible();
  await page.keyboard.press("r");

  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  await expect(compared(page, stars).getByText("All agree")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  expect(await statusesOf(api, queue.id)).toEqual(["needs_changes", "completed"]);

  await visit(ana, links.home());
  await expect(ana.getByRole("listitem").filter({ hasText: queue.name })).toContainText("1 sent back to you");
  await ana.getByRole("link", { name: `Continue annotating ${queue.name}` }).click();
  await expect(shownQuestion(ana)).toHaveText("Question 1?");
  const feedback = ana.getByRole("region", { name: "Feedback from review" });
  await expect(feedback.getByText("Is it really that good?")).toBeVisible();
  await feedback.getByRole("button", { name: "Reply" }).click();
  await ana.keyboard.type("You are right.");
  await ana.keyboard.press("Control+Enter");
  await expect(feedback.getByText("You are right.")).toBeVisible();
  await field(ana, stars).getByRole("button", { name: "2 stars" }).click();
  await ana.keyboard.press("Control+Enter");
  await expect.poll(() => statusesOf(api, queue.id)).toEqual(["resubmitted", "completed"]);

  await page.getByRole("button", { name: "Check again" }).click();
  await expect(compared(page, stars).getByText("before: 4 stars")).toBeVisible();
  await expect(compared(page, stars).getByText("Addressed")).toBeVisible();
  await expect(compared(page, stars).getByText("You are right.")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  expect(await statusesOf(api, queue.id)).toEqual(["completed", "completed"]);
});

test("my home says that there is nothing to annotate, if there is only something to review", async ({
  ownersPage: page,
  reviewed: { queue },
}) => {
  await visit(page, links.home());
  const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: queue.name, exact: true }) });
  await expect(line.getByRole("link", { name: `Review 2 items of ${queue.name}` })).toBeVisible();
  await expect(line).toContainText("Nothing to annotate right now");
});

test("I settle a disagreement with my own value, and can undo it", async ({
  ownersPage: page,
  api,
  reviewed: { queue, stars },
}) => {
  await visit(page, links.review(queue.id));
  const label = compared(page, stars);
  await expect(label).toBeFocused();
  await page.keyboard.press("e");
  await label.getByRole("button", { name: "Ben Okoye" }).click();
  await expect(label.getByRole("button", { name: "2 stars" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("3");
  await expect(label.getByRole("button", { name: "3 stars" })).toHaveAttribute("aria-pressed", "true");
  await label.getByRole("textbox", { name: "Reason" }).fill("Between the two.");
  await page.keyboard.press("Control+Enter");
  await expect(label.getByText("Settled: 3 stars")).toBeVisible();
  await expect(label.getByText("Between the two.")).toBeVisible();
  const shown = () => api(annotateDetail, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", view_mode: "review" });
  expect((await shown()).resolved).toMatchObject([{ value: { rating: 3 }, notes: "Between the two." }]);
  await label.getByRole("button", { name: "Withdraw" }).click();
  await expect(label.getByText("Settled: 3 stars")).toBeHidden();
  expect((await shown()).resolved).toEqual([]);
});

test("I decide on many items at once, and see which could not be decided", async ({
  ownersPage: page,
  api,
  reviewed: { queue },
}) => {
  await visit(page, links.queue(queue.id));
  await page.getByRole("checkbox", { name: "Select item 1" }).click();
  await page.getByRole("button", { name: "Request changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Send 1 item back?" });
  await dialog.getByRole("button", { name: "Request changes" }).click();
  await expect(dialog.getByText("Say what should change")).toBeVisible();
  await expect(dialog).toContainText("Its annotators get it again");
  await dialog.getByLabel("What should change").fill("Read the guideline on stars.");
  await dialog.getByRole("button", { name: "Request changes" }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("1 item sent back")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const notifications = page.getByRole("region", { name: "Notifications" });
  await expect(notifications.getByText("1 item approved")).toBeVisible();
  await expect(notifications.getByText("1 item unchanged: This item is not waiting for review.")).toBeVisible();
  expect(await statusesOf(api, queue.id)).toEqual(["needs_changes", "completed"]);
});

test("when somebody else has decided before me, I learn it and see the decision", async ({
  ownersPage: page,
  api,
  reviewed: { queue, stars },
}) => {
  await visit(page, links.review(queue.id));
  await expect(compared(page, stars)).toBeFocused();
  await api(reviewItem, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", action: "approve" });
  await page.keyboard.press("a");
  await expect(page.getByRole("alert").getByText("This item is not waiting for review.")).toBeVisible();
  await expect(page.getByText(/^Item 1 · Approved by /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
});

test("my unsent feedback on an item is still there when I come back", async ({
  ownersPage: page,
  reviewed: { queue },
}) => {
  await visit(page, links.review(queue.id));
  const notes = page.getByRole("textbox", { name: "Feedback on the whole item" });
  await notes.fill("Half a thou");
  await notes.press("Escape");
  await page.keyboard.press("ArrowRight");
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  await expect(notes).toHaveValue("");
  await page.keyboard.press("ArrowLeft");
  await expect(sourceHeading(page)).toHaveText(`Row 1 of ${queue.datasetName}`);
  await expect(notes).toHaveValue("Half a thou");
});

test("the review desk tells annotators that it is for reviewers only", async ({ reviewed: { queue, ana } }) => {
  await visit(ana, links.review(queue.id));
  await expect(ana.getByRole("heading", { name: "Reviewers only" })).toBeVisible();
  await visit(ana, links.queue(queue.id, "agreement"));
  await expect(ana.getByRole("tab", { name: "Progress" })).toHaveAttribute("aria-selected", "true");
  await expect(ana.getByRole("tab", { name: "Agreement" })).toHaveCount(0);
});

/** What of the page lies under the messages and can be acted on: names of links, buttons and fields. */
const coveredActions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll("[data-message]")].map((message) => message.getBoundingClientRect());
    return [...document.querySelectorAll("a, button, input, textarea, [role=combobox]")]
      .filter((action) => !action.closest("[data-message]"))
      .filter((action) => {
        const { top, bottom, left, right, width } = action.getBoundingClientRect();
        const isIn = (box: DOMRect) => top < box.bottom && bottom > box.top && left < box.right && right > box.left;
        return width > 1 && boxes.some(isIn);
      })
      .map((action) => action.getAttribute("aria-label") ?? action.textContent ?? "");
  });

const decisions = (page: Page) => page.getByRole("region", { name: "Notifications" });

test("messages cover no controls of the review desk, and I dismiss them by keyboard", { tag: "@phone" }, async ({
  ownersPage: page,
  reviewed: { queue },
}) => {
  await visit(page, links.review(queue.id));
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(decisions(page).getByText("Approved", { exact: true })).toBeVisible();
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  expect(await coveredActions(page)).toEqual([]);
  await page.keyboard.press("F6");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(decisions(page).getByText("Approved", { exact: true })).toBeHidden();
});

test("I undo decisions one by one, and find my feedback again", { tag: "@phone" }, async ({
  ownersPage: page,
  api,
  reviewed: { queue },
}) => {
  await visit(page, links.review(queue.id));
  await page.getByRole("textbox", { name: "Feedback on the whole item" }).fill("Look at the guideline.");
  await page.getByRole("button", { name: "Request changes" }).click();
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  expect(await statusesOf(api, queue.id)).toEqual(["needs_changes", "completed"]);

  await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  await expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  expect(await statusesOf(api, queue.id)).toEqual(["needs_changes", "in_review"]);
  await page.keyboard.press("z");
  await expect(sourceHeading(page)).toHaveText(`Row 1 of ${queue.datasetName}`);
  await expect(page.getByRole("textbox", { name: "Feedback on the whole item" })).toHaveValue("Look at the guideline.");
  expect(await statusesOf(api, queue.id)).toEqual(["in_review", "in_review"]);
});

test("I cannot undo a request for changes after the annotator has answered it, and the desk says so", async ({
  ownersPage: page,
  reviewed: { queue, ana },
}) => {
  await visit(page, links.review(queue.id));
  await page.getByRole("textbox", { name: "Feedback on the whole item" }).fill("Look again.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
  const annotations = [{ label_id: queue.labelIds[0] ?? "", value: { rating: 1 } }];
  await apiOf(ana)(submitAnnotations, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", annotations });
  await page.keyboard.press("z");
  await expect(decisions(page).getByText("This item has changed since your decision.")).toBeVisible();
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
});

// The desk under a thumb: the form is a sheet over the lower edge, and what is judged stays in sight above it.
import { openDesk, sourceHeading } from "./desk";
import { expect, test, unique } from "./fixtures";
import { queueOf } from "./scene";

test("the form appears with all its fields, even if their code loads late", { tag: "@phone" }, async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 1, labels: [{ type: "numeric", name: unique("Minutes") }] });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const form = document.querySelector("section[aria-label=Annotation]");
      if (!form) return;
      watch.disconnect();
      document.documentElement.dataset.cameUp = form.querySelector("[data-field]") ? "whole" : "empty";
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await openDesk(page, queue.id);
  await expect(page.locator("html")).toHaveAttribute("data-came-up", "whole");
});

const names = ["Helpful", "Polite", "Complete", "Correct", "Clear", "Short"];

test("I answer and submit without scrolling, and move the sheet as I like", { tag: "@phone" }, async ({
  ownersPage,
  api,
}) => {
  test.skip(test.info().project.name !== "phone", "A wide screen has room for both.");
  const labels = names.map((name) => ({ type: "thumbs_up_down" as const, name: unique(name) }));
  const queue = await queueOf(api, { rows: 2, labels });
  await openDesk(ownersPage, queue.id);
  const form = ownersPage.getByRole("region", { name: "Annotation" });
  const yes = form.getByRole("button", { name: "Yes" });
  const height = async () => (await form.boundingBox())?.height ?? 0;
  const more = ownersPage.getByRole("button", { name: "Annotation: show more" });
  const less = ownersPage.getByRole("button", { name: "Annotation: show less" });

  await expect(sourceHeading(ownersPage)).toBeInViewport({ ratio: 1 });
  await expect(yes.first()).toBeInViewport({ ratio: 1 });
  await expect(ownersPage.getByRole("button", { name: "Submit" })).toBeInViewport({ ratio: 1 });

  const half = await height();
  await more.tap();
  await expect(more).toBeDisabled();
  expect(await height()).toBeGreaterThan(half);
  await less.tap();
  await less.tap();
  await expect(less).toBeDisabled();
  expect(await height()).toBe(0);
  await expect(ownersPage.getByRole("button", { name: "Submit" })).toBeInViewport({ ratio: 1 });

  // What is missing comes into sight, and is said for as long as it is missing.
  await ownersPage.getByRole("button", { name: "Submit" }).tap();
  const missing = form.getByText("Give at least one answer.");
  await expect(missing).toBeVisible();
  await expect(yes.first()).toBeInViewport({ ratio: 1 });
  for (const each of await yes.all()) await each.tap();
  await expect(missing).toBeHidden();
  await ownersPage.getByRole("button", { name: "Submit" }).tap();
  await expect(sourceHeading(ownersPage)).toContainText("Row 2");
  await expect(sourceHeading(ownersPage)).toBeInViewport({ ratio: 1 });
});

test("where nobody has keys, the hint of spans names none", { tag: "@phone" }, async ({ ownersPage: page, api }) => {
  test.skip(test.info().project.name !== "phone", "A wide screen has a keyboard.");
  const settings = { field: "question", categories: [{ label: "Wrong" }], allow_overlap: false };
  const queue = await queueOf(api, { rows: 1, labels: [{ type: "text_spans", name: unique("Errors"), settings }] });
  await openDesk(page, queue.id);
  await expect(page.getByText("Select text, then choose a category.", { exact: true })).toBeVisible();
  await expect(page.getByText(/press its number/)).toBeHidden();
});

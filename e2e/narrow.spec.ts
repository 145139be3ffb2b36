// What a narrow screen has no room for goes on where a reader expects it, and shows that it goes on.
import type { Locator } from "playwright/test";
import { links } from "@/lib/client/links";
import { createKey } from "@/lib/contracts/accounts/keys";
import { createGatewayKey } from "@/lib/contracts/gateway/keys";
import { getGatewaySpend } from "@/lib/contracts/gateway/money/spend";
import { apiOf, expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { chatThrough } from "./gateway";
import { answer, queueOf } from "./scene";

test.beforeEach(() => test.skip(test.info().project.name !== "phone", "A wide screen has room for all."));

/** The text as it stands in its lines. */
const linesOf = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const lines: { top: number; text: string }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [at, letter] of [...(node.textContent ?? "")].entries()) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last && Math.abs(last.top - top) < 4) last.text += letter;
        else lines.push({ top, text: letter });
      }
    }
    return lines.map((line) => line.text);
  });

test("a long key name breaks at its underscores", { tag: "@phone" }, async ({ ownersPage: page }) => {
  const name = `CUSTOMER_SUPPORT_${unique("KEY").replace(" ", "_").toUpperCase()}_OF_PRODUCTION`;
  await apiOf(page)(createKey, { key_name: name });
  await visit(page, links.apiKeys());
  const lines = await linesOf(page.getByRole("table").getByText(name));
  expect(lines.join("")).toBe(name);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/_$/);
});

test("the visible start of a gateway key fits on one line", { tag: "@phone" }, async ({ ownersPage: page, api }) => {
  const { id } = await api(createGatewayKey, { name: unique("Judges"), key_type: "managed" });
  await visit(page, links.gatewayKeys());
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
  // As the key's that judges call with, which the server makes with the first judgement.
  await row.locator("code").evaluate((code) => code.replaceChildren("sk-assay-(evaluations)"));
  expect(await linesOf(row.locator("code"))).toEqual(["sk-assay-(evaluations)"]);
});

test("the link to start annotating does not move when the number of items to review arrives", {
  tag: "@phone",
}, async ({ ownersPage: page, api, browser, playwright }) => {
  const ana = await newMember("Ana Ruiz");
  const queue = await queueOf(api, { rows: 4, annotators: [ana.userId], requiresReview: true });
  const hers = await pageOf({ browser, playwright }, ana);
  const values = { [queue.labelIds[0] ?? ""]: "up" };
  await answer(apiOf(hers), { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", values });
  await hers.context().close();
  let go = () => {};
  const isTold = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`**/${queue.id}/progress/**`, async (route) => {
    await isTold;
    await route.continue();
  });
  await visit(page, links.home());
  const act = page.getByRole("link", { name: `Start annotating ${queue.name}` });
  const before = await act.boundingBox();
  go();
  await expect(page.getByRole("link", { name: `Review 1 item of ${queue.name}` })).toBeVisible();
  expect((await act.boundingBox())?.x).toBe(before?.x);
});

const fades = (line: Locator): Promise<string[]> =>
  line.evaluate((element) =>
    ["before", "after"].map((end) => getComputedStyle(element).getPropertyValue(`--more-${end}`)),
  );

test("the current page is visible in the settings' navigation", { tag: "@phone" }, async ({ ownersPage: page }) => {
  await visit(page, links.data());
  await expect(page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=page]")).toBeInViewport({
    ratio: 1,
  });
});

test("a row of tabs that is wider than the screen fades at the end with more", { tag: "@phone" }, async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 1 });
  await visit(page, links.queue(queue.id));
  const tabs = page.getByRole("tablist", { name: "Queue sections" });
  await expect.poll(() => fades(tabs)).toEqual(["0px", "32px"]);
  await tabs.evaluate((line) => line.scrollTo({ left: line.scrollWidth }));
  await expect.poll(() => fades(tabs)).toEqual(["32px", "0px"]);
});

test("spend figures are in two columns, and days without cost show a text instead of a chart", {
  tag: "@phone",
}, async ({ ownersPage: page, api }) => {
  const name = unique("Caller");
  const { id, key } = await api(createGatewayKey, { name });
  // The sandbox has no price.
  await chatThrough(key, "sandbox/echo");
  await expect.poll(async () => (await api(getGatewaySpend, { key_id: id, by: "day" })).total.requests).toBe(1);
  await visit(page, `${links.gatewaySpend()}?key=${id}`);
  await expect(page.getByText(`Key: ${name}`)).toBeVisible();
  const figures = page.getByRole("definition");
  await expect(figures).toHaveCount(4);
  const tops = await Promise.all((await figures.all()).map(async (figure) => (await figure.boundingBox())?.y));
  expect(tops[1]).toBe(tops[0]);
  expect(tops[3]).toBe(tops[2]);
  const byDay = page.getByRole("region", { name: "By day" });
  await expect(byDay.getByText("No costs on these days")).toBeVisible();
  await expect(byDay.getByRole("img")).toHaveCount(0);
});

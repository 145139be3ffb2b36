import { readdir } from "node:fs/promises";
import { basename, dirname, sep } from "node:path";
import type { Page } from "playwright/test";
import { call } from "@/lib/client/call";
import { links } from "@/lib/client/links";
import { signUp } from "@/lib/contracts/accounts/people";
import { expect, origin, pageOf, test, unique, uniqueEmail, visit } from "./fixtures";
import { datasetOf, queueOf } from "./scene";

/** Addresses of all pages with a slot, with an id in the place of each. */
async function pagesOf(id: string): Promise<string[]> {
  const files = await readdir("app", { recursive: true });
  return files
    .filter((file) => basename(file) === "page.tsx" && file.includes("["))
    .map((file) => dirname(file).split(sep))
    .map((segments) => segments.filter((segment) => !segment.startsWith("(")))
    .map((segments) => `/${segments.map((segment) => (segment.startsWith("[") ? id : segment)).join("/")}`);
}

/** What only a browser can tell: the server's answer alone does not say that nothing is there. */
async function unsaid(page: Page, paths: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const path of paths) {
    const answer = await page.request.get(path);
    const isSaid = answer.status() === 404 || (await answer.text()).includes("NEXT_HTTP_ERROR_FALLBACK;404");
    if (!isSaid) left.push(path);
  }
  return left;
}

async function expectNothingAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Page not found" }), path).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the home page" }), path).toBeVisible();
}

test("an address with an unknown id shows that the page does not exist, with a link home", async ({
  ownersPage: page,
}) => {
  test.slow();
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  const [paths = [], ...others] = await Promise.all(
    ["00000000-0000-4000-8000-000000000000", "none", "%F0%9F%92%A5", "constructor"].map(pagesOf),
  );
  expect(paths.length).toBeGreaterThan(3);
  // What the server says of nothing, browsers show as here, whatever the id is.
  for (const path of [...paths, ...(await unsaid(page, others.flat()))]) await expectNothingAt(page, path);
  expect(failures).toEqual([]);
});

test("another organization's queues and datasets do not exist for me", async ({ api, browser, playwright }) => {
  test.slow();
  const queue = await queueOf(api, { rows: 1 });
  const stranger = { email: uniqueEmail(), password: unique("pass phrase") };
  const profile = { ...stranger, full_name: "Ida Nowak", company_name: unique("Elsewhere") };
  await call(signUp, profile, { origin: origin() });
  const page = await pageOf({ browser, playwright }, stranger);
  const paths = [...(await pagesOf(queue.id)), ...(await pagesOf(queue.datasetId))];
  for (const path of await unsaid(page, paths)) await expectNothingAt(page, path);
  await expectNothingAt(page, links.queue(queue.id));
});

test("a page past the end of a list says so and links to the first page", async ({ ownersPage: page, api }) => {
  test.slow();
  const queue = await queueOf(api, { rows: 1 });
  const lists = [
    links.queues(),
    links.labels(),
    links.datasets(),
    links.members(),
    links.apiKeys(),
    links.queue(queue.id),
  ];
  for (const list of lists) {
    for (const number of ["999", "99999999999999999999"]) {
      await visit(page, `${list}?page=${number}`);
      await expect(page.getByText("This page is empty"), `${list} ${number}`).toBeVisible();
      await page.getByRole("button", { name: "Show the first page" }).click();
      await expect(page.getByText("This page is empty"), list).toBeHidden();
      await expect(page.getByRole("row").nth(1), list).toBeVisible();
    }
  }
});

test("Back goes through pages and tabs before it leaves the screen", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 51 });
  await visit(page, links.queues());
  await page.getByRole("link", { name: queue.name }).click();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("51–51 of 51 items")).toBeVisible();
  await page.getByRole("tab", { name: "Labels" }).click();
  await page.getByRole("tab", { name: "Members" }).click();
  await expect(page.getByRole("tab", { name: "Members" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Labels" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.getByText("51–51 of 51 items")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–50 of 51 items")).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Completed" }).click();
  await expect(page.getByText("No item matches")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–50 of 51 items")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === links.queues());
});

test("typing in a search adds one address to the history, and the box follows the address", async ({
  ownersPage: page,
  api,
}) => {
  const { name } = await datasetOf(api, 1);
  await visit(page, links.queues());
  await visit(page, links.datasets());
  const search = page.getByRole("searchbox", { name: "Search datasets" });
  await search.pressSequentially("nothing has this name", { delay: 30 });
  await expect(page.getByText("No dataset matches")).toBeVisible();
  // The first letters match nothing either; the address has what was typed last.
  await expect(page).toHaveURL((url) => [...url.searchParams.values()].includes("nothing has this name"));
  await page.getByRole("button", { name: "Show all datasets" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(search).toHaveValue("nothing has this name");
  await expect(page.getByText("No dataset matches")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === links.queues());
});

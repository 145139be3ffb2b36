import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listQueues } from "@/lib/contracts/annotation/queues/queues";
import {
  expect,
  newMember,
  origin,
  pageOf,
  reload,
  test,
  unique,
  uniqueEmail,
  untilAnswering,
  visit,
} from "./fixtures";

test("I sign up, and get an organization that shows me the first steps", async ({ page }) => {
  const organization = unique("Harbour Analytics");
  await visit(page, links.signIn());
  await page.getByRole("link", { name: "Create an organization" }).click();
  await page.getByLabel("Your name").fill("Ada Moreno");
  await page.getByLabel("Organization").fill(organization);
  await page.getByLabel("Email").fill(uniqueEmail());
  await page.getByLabel("Password", { exact: true }).fill("lantern over the harbour");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Ada Moreno" })).toBeVisible();
  await expect(page.getByRole("button", { name: `${organization} Switch organization` })).toBeVisible();
  await page.getByRole("link", { name: "Import dataset" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import a dataset" })).toBeVisible();
});

test("a wrong password is refused with a reason, the right one takes me where I wanted to go, and I can sign out", async ({
  page,
}) => {
  const member = await newMember("Lin Hartmann");
  await visit(page, links.labels());
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill("not my password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The email or password is incorrect." })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Labels" })).toBeVisible();

  await untilAnswering(page);
  await page.getByRole("button", { name: "Lin Hartmann Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await visit(page, links.labels());
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

test("a person I invite opens the link, chooses a password, and becomes a member", async ({ ownersPage, browser }) => {
  const email = uniqueEmail();
  await visit(ownersPage, links.members());
  await ownersPage.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = ownersPage.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("code").textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(ownersPage.getByRole("table", { name: "Pending invitations" })).toContainText(email);

  const page = await browser.newPage();
  await visit(page, link ?? "");
  await page.getByLabel("Your name").fill("Grace Okafor");
  await page.getByLabel("Choose a password", { exact: true }).fill("lantern over the harbour");
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Grace Okafor" })).toBeVisible();
  await visit(page, link ?? "");
  await expect(page.getByRole("heading", { level: 1, name: "This invitation cannot be accepted" })).toBeVisible();
  await page.close();

  await reload(ownersPage);
  await ownersPage.getByLabel("Search members").fill(email);
  await expect(ownersPage.getByRole("table", { name: "Members" }).getByRole("row")).toHaveCount(2);
  await expect(ownersPage.getByRole("table", { name: "Members" })).toContainText("Grace Okafor");
  await expect(ownersPage.getByRole("table", { name: "Pending invitations" }).getByText(email)).toBeHidden();
});

test("a member with a forgotten password gets a link from an administrator, and chooses a new one", async ({
  ownersPage,
  browser,
}) => {
  const member = await newMember("Nora Lindqvist");
  const page = await browser.newPage();
  await visit(page, links.signIn());
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByText("Ask an Owner or Admin of your organization for a link")).toBeVisible();

  await visit(ownersPage, links.members());
  await ownersPage.getByLabel("Search members").fill(member.email);
  await ownersPage.getByRole("button", { name: "Actions for Nora Lindqvist" }).click();
  await ownersPage.getByRole("menuitem", { name: "Reset password…" }).click();
  await ownersPage.getByRole("alertdialog").getByRole("button", { name: "Make the link" }).click();
  const link = await ownersPage.getByRole("dialog").getByRole("code").textContent();

  await visit(page, link ?? "");
  await page.getByLabel("New password", { exact: true }).fill("lantern over the quay");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Nora Lindqvist" })).toBeVisible();
  await visit(page, link ?? "");
  await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
});

test("I delete the account of a member by typing the email, and the member can no longer sign in", async ({
  ownersPage,
  browser,
}) => {
  const member = await newMember("Ines Duarte");
  await visit(ownersPage, links.members());
  await ownersPage.getByLabel("Search members").fill(member.email);
  await ownersPage.getByRole("button", { name: "Actions for Ines Duarte" }).click();
  await ownersPage.getByRole("menuitem", { name: "Delete account…" }).click();
  const dialog = ownersPage.getByRole("dialog", { name: "Delete the account of Ines Duarte?" });
  await expect(dialog.getByRole("button", { name: "Delete account" })).toBeDisabled();
  await dialog.getByLabel("Email").fill(member.email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(ownersPage.getByText("The account of Ines Duarte was deleted")).toBeVisible();
  await expect(ownersPage.getByRole("button", { name: "Actions for Ines Duarte" })).toHaveCount(0);

  const page = await browser.newPage();
  await visit(page, links.signIn());
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("I see my sessions, and sign out the others, which must sign in again on their next click", async ({
  browser,
  playwright,
}) => {
  const member = await newMember("Rosa Delgado");
  const [here, lost, elsewhere] = await Promise.all(
    Array.from({ length: 3 }, () => pageOf({ browser, playwright }, member)),
  );
  if (!here || !lost || !elsewhere) throw new Error("a page is missing");
  await visit(lost, links.labels());
  const copied = { cookie: (await lost.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ") };
  expect(await statusWith(copied)).toBe(200);
  await visit(here, links.profile());
  const table = here.getByRole("table", { name: "Browsers in which you are signed in" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table).toContainText("(this one)");

  await table.getByRole("button", { name: "Sign out" }).first().click();
  await expect(table.getByRole("row")).toHaveCount(3);
  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await here.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  expect(await statusWith(copied)).toBe(401);
  await visit(lost, links.labels());
  await expect(lost.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await reload(here);
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("a warning appears while I type an easily guessed password", async ({ page }) => {
  await visit(page, links.signUp());
  await page.getByLabel("Your name").fill("Ada Moreno");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("adamoreno-1");
  await expect(page.getByText("It consists of your name")).toBeVisible();
  await field.fill("lantern over the harbour");
  await expect(page.getByText("Good.")).toBeVisible();
});

/** The status of a program's call, with the headers that it sends. */
const statusWith = async (headers: Record<string, string>): Promise<number> =>
  (await fetch(origin() + listQueues.path, { headers })).status;

async function choose(page: Page, key: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("I make an API key, see it once, disable and enable it, and revoke it", async ({ ownersPage: page }) => {
  const name = unique("Nightly import");
  await visit(page, links.apiKeys());
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: `Keep ${name} safe` });
  await expect(shown).toBeVisible();
  const [key = "", secret = ""] = await shown.getByRole("code").allTextContents();
  const bearer = { authorization: `Bearer ${key}` };
  expect(await statusWith(bearer)).toBe(200);
  expect(await statusWith({ "x-api-key": key, "x-secret-key": secret })).toBe(200);
  await shown.getByRole("button", { name: "I have copied them" }).click();

  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(page.getByText(key)).toBeHidden();
  await choose(page, name, "Disable");
  await expect(row).toContainText("Disabled");
  expect(await statusWith(bearer)).toBe(401);
  await choose(page, name, "Enable");
  await expect(row).toContainText("Enabled");
  expect(await statusWith(bearer)).toBe(200);
  await choose(page, name, "Revoke…");
  const question = page.getByRole("alertdialog", { name: `Revoke ${name}?` });
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeHidden();
  expect(await statusWith(bearer)).toBe(401);
});

test("a member without queues reads how to get into one, and sees all queues", async ({ browser, playwright }) => {
  const page = await pageOf({ browser, playwright }, await newMember("Grace Okafor"));
  await visit(page, links.home());
  await expect(page.getByText("A queue's managers choose who works in it.")).toBeVisible();
  await page.getByRole("link", { name: "See all queues" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();
  await page.context().close();
});

import { call } from "@/lib/client/call";
import { links } from "@/lib/client/links";
import { acceptInvitation, inviteMember } from "@/lib/contracts/accounts/invitations";
import { signUp } from "@/lib/contracts/accounts/people";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { openDesk, sourceHeading } from "./desk";
import { expect, newMember, origin, pageOf, signIn, test, unique, uniqueEmail, visit } from "./fixtures";
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

test("an organization that was switched in another tab is noticed, and a missing page leads back", async ({
  api,
  browser,
  playwright,
}) => {
  const own = unique("Harbour");
  const person = { email: uniqueEmail(), password: unique("pass phrase") };
  await call(signUp, { ...person, full_name: "Ada Moreno", company_name: own }, { origin: origin() });
  const { token } = await api(inviteMember, { email: person.email });
  await call(acceptInvitation, { token, password: person.password }, { origin: origin() });
  const first = await pageOf({ browser, playwright }, person);
  const second = await first.context().newPage();
  await visit(first, links.prompts());
  await visit(second, links.home());
  await second.getByRole("button", { name: "Example Switch organization" }).click();
  await second.getByRole("menuitem", { name: own }).click();
  const notice = first.getByRole("status").getByText(`You switched to ${own} in another tab.`);
  await expect(notice).toBeVisible();
  await first.getByRole("button", { name: "New prompt" }).first().click();
  const name = unique("Reply");
  await first.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await first
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  await expect(first.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await first.getByRole("main").getByRole("button", { name: "Switch back to Example" }).click();
  await expect(first.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a dialog keeps what was typed when the session ends, and saves after sign-in in another tab", async ({
  browser,
  playwright,
}) => {
  const person = await newMember("Lin Hartmann");
  const page = await pageOf({ browser, playwright }, person);
  await visit(page, `${links.labels()}?new=1`);
  const dialog = page.getByRole("dialog");
  const name = unique("Tone");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  for (const option of ["Option 1", "Option 2"]) await dialog.getByRole("textbox", { name: option }).fill(option);
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Create label" }).click();
  await expect(dialog.getByRole("alert")).toContainText("You are signed out. Sign in in another tab");
  const other = await page.context().newPage();
  await signIn(other, person);
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  await dialog.getByRole("button", { name: "Create label" }).click();
  await expect(dialog).toHaveCount(0);
});

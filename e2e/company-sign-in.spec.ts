import { startProvider, type TestProvider } from "@/lib/accounts/company/testing/provider";
import { call } from "@/lib/client/call";
import { links } from "@/lib/client/links";
import { acceptInvitation, inviteMember } from "@/lib/contracts/accounts/invitations";
import { signUp } from "@/lib/contracts/accounts/people";
import { expectNoFlaws } from "./axe";
import {
  apiOf,
  expect,
  nameServerHost,
  origin,
  pageOf,
  providerHost,
  reload,
  test,
  unique,
  uniqueEmail,
  untilAnswering,
  visit,
} from "./fixtures";
import { type NameServer, startNameServer } from "./name-server";

let provider: TestProvider;
let names: NameServer;
const callbacks: string[] = [];
test.beforeAll(async () => {
  provider = await startProvider(() => callbacks, Number(providerHost().split(":")[1]));
  names = await startNameServer(nameServerHost());
});
test.afterAll(async () => {
  await provider.stop();
  names.stop();
});

test("my company signs in with its own provider: I set it up, prove our domain, and finally require it", async ({
  browser,
  playwright,
}) => {
  const domain = `${unique("harbour").replace(" ", "-")}.example.com`;
  const credentials = { email: uniqueEmail(), password: unique("pass phrase") };
  const me = { ...credentials, full_name: "Ada Moreno", company_name: unique("Harbour") };
  await call(signUp, me, { origin: origin() });
  const page = await pageOf({ browser, playwright }, credentials);

  await test.step("I set the provider, and check it", async () => {
    await visit(page, links.companySettings());
    const path = await page.getByText("/api/auth/callback/company-").textContent();
    callbacks.push(new URL(path ?? "", origin()).href);
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client ID").fill(provider.clientId);
    await page.getByLabel("Client secret").fill(provider.clientSecret);
    await page.getByRole("button", { name: "Save provider" }).click();
    await page.getByRole("button", { name: "Check the provider" }).click();
    await expect(page.getByText("The provider's discovery document is valid.")).toBeVisible();
    await expect(page.getByRole("switch", { name: "People at these domains must sign in this way" })).toBeDisabled();
  });

  await test.step("I prove our domain with a DNS record", async () => {
    await page.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Domain").fill(domain);
    await dialog.getByRole("button", { name: "Add domain" }).click();
    await page.getByRole("button", { name: `Check ${domain}` }).click();
    await expect(page.getByText("The name has no TXT record yet.")).toBeVisible();
    await expect(page.getByText("Not proven")).toBeVisible();
    await expectNoFlaws(page);
    const value = await page.getByText(/^assay-domain=/).textContent();
    names.records.set(`_assay.${domain}`, value ?? "");
    await page.getByRole("button", { name: `Check ${domain}` }).click();
    await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  });

  await test.step("a colleague without an account signs in with the company, and becomes a member", async () => {
    const theirs = await browser.newPage({ baseURL: origin() });
    const email = `grace@${domain}`;
    provider.person = { sub: "grace", email, email_verified: false, name: "Grace Okafor" };
    await visit(theirs, links.signIn());
    await theirs.getByRole("link", { name: "Continue with your company" }).click();
    await expect(theirs.getByRole("heading", { level: 1, name: "Sign in with your company" })).toBeVisible();
    await untilAnswering(theirs);
    await theirs.getByLabel("Email").fill("grace@nowhere.example.org");
    await theirs.getByRole("button", { name: "Continue" }).click();
    await expect(theirs.getByText("No company signs in with this email's domain here.")).toBeVisible();
    await theirs.getByLabel("Email").fill(email);
    await theirs.getByRole("button", { name: "Continue" }).click();
    await expect(theirs.getByText("does not say that your email is verified")).toBeVisible();
    await expectNoFlaws(theirs);
    provider.person = { ...provider.person, email_verified: true };
    await untilAnswering(theirs);
    await theirs.getByLabel("Email").fill(email);
    await theirs.getByRole("button", { name: "Continue" }).click();
    await expect(theirs.getByRole("heading", { level: 1, name: "Welcome, Grace Okafor" })).toBeVisible();
    await theirs.context().close();
  });

  await test.step("once required, only the company sign-in works for a colleague, not the password", async () => {
    const colleague = { email: `lin@${domain}`, password: unique("pass phrase") };
    const { token } = await apiOf(page)(inviteMember, { email: colleague.email });
    await call(
      acceptInvitation,
      { token, full_name: "Lin Hartmann", password: colleague.password },
      { origin: origin() },
    );
    await reload(page);
    await page.getByRole("switch", { name: "People at these domains must sign in this way" }).click();
    await page.getByRole("button", { name: "Save provider" }).click();
    await expect(page.getByText("Provider saved")).toBeVisible();

    const theirs = await pageOf({ browser, playwright }, colleague);
    await visit(theirs, links.labels());
    await expect(theirs.getByText("Your organization asks people at your mail domain")).toBeVisible();
    await expect(theirs.getByLabel("Email")).toHaveValue(colleague.email);
    provider.person = { sub: "lin", email: colleague.email, email_verified: true, name: "Lin Hartmann" };
    await theirs.getByRole("button", { name: "Continue" }).click();
    await expect(theirs.getByRole("heading", { level: 1, name: "Labels" })).toBeVisible();
    await theirs.context().close();
  });

  await test.step("the audit log shows who signed in, and how", async () => {
    await visit(page, `${links.audit()}?target=sign_in`);
    const table = page.getByRole("table", { name: "Audit log" });
    await expect(table.getByRole("row").filter({ hasText: "Grace Okafor" })).toHaveCount(1);
    await expect(table.getByRole("row").filter({ hasText: "Lin Hartmann" })).toHaveCount(2);
  });
});

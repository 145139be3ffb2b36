// What the stories share: the API for setting a scene that is not the story, and pages on which somebody is signed in.
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
} from "playwright/test";
import { call, outputOf, requestFor } from "@/lib/client/call";
import { acceptInvitation, inviteMember } from "@/lib/contracts/accounts/invitations";
import type { ClientInput, Contract, Output } from "@/lib/contracts/contract";

/** Calls an operation with the owner's API key. */
export type Api = <C extends Contract>(contract: C, input: ClientInput<C>) => Promise<Output<C>>;

export interface Credentials {
  email: string;
  password: string;
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

interface TestFixtures {
  /** A page on which the owner is signed in. */
  ownersPage: Page;
}

interface WorkerFixtures {
  api: Api;
  ownersCookies: Cookies;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: playwright.config.ts sets it for a server of its own.`);
  return value;
}

export const origin = (): string => required("ASSAY_E2E_URL");
export const adminToken = (): string => required("ADMIN_TOKEN");
/** The one private host that the server may call. */
export const receiverHost = (): string => required("ASSAY_E2E_RECEIVER");
/** Where a company's sign-in provider may be, and the server's name server. */
export const providerHost = (): string => required("ASSAY_E2E_PROVIDER");
export const nameServerHost = (): string => required("ASSAY_E2E_DNS");
export const owner = (): Credentials => ({
  email: required("ASSAY_INIT_OWNER_EMAIL"),
  password: required("ASSAY_INIT_OWNER_PASSWORD"),
});

const ownersHeaders = () => ({ authorization: `Bearer ${required("ASSAY_INIT_API_KEY")}` });
const api: Api = (contract, input) => call(contract, input, { origin: origin(), headers: ownersHeaders() });

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  api: [({}, use) => use(api), { scope: "worker" }],

  ownersCookies: [async ({ playwright }, use) => use(await cookiesOf(playwright, owner())), { scope: "worker" }],

  ownersPage: async ({ context, page, ownersCookies }, use) => {
    await context.addCookies(ownersCookies);
    await use(page);
  },
});

/** A session's cookies, without the form. */
async function cookiesOf(
  { request }: PlaywrightWorkerArgs["playwright"],
  { email, password }: Credentials,
): Promise<Cookies> {
  const context = await request.newContext({ baseURL: origin() });
  const { csrfToken } = await (await context.get("/api/auth/csrf")).json();
  const headers = { "x-auth-return-redirect": "1" };
  await context.post("/api/auth/callback/credentials", { form: { email, password, csrfToken }, headers });
  const { cookies } = await context.storageState();
  await context.dispose();
  return cookies;
}

/** Opens an address and waits until its scripts answer. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAnswering(page);
}

/** Loads a page again and waits until its scripts answer. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilAnswering(page);
}

/** What React's tree of a page says of hydration: of the whole page, and of parts that come later. */
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
}

/**
 * Waits until the scripts of a page answer: the region of the toasts is drawn by them alone, and React has taken over all that the
 * server has drawn. Parts that wait for data or code come later, and a key that is pressed before them is lost. React marks elements
 * before it is done with them, so this looks at the tree that it has committed.
 */
export async function untilAnswering(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Notifications" })).toBeAttached();
  await page.waitForFunction(() => {
    const isWaiting = (fiber: Fiber | null): boolean => {
      for (let each = fiber; each; each = each.sibling) {
        if (each.memoizedState?.isDehydrated || each.memoizedState?.dehydrated || isWaiting(each.child)) return true;
      }
      return false;
    };
    // Safe: React keeps its root there.
    const entries = Object.entries(document) as [string, { stateNode: { current: Fiber } }][];
    const container = entries.find(([key]) => key.startsWith("__reactContainer$"));
    return container !== undefined && !isWaiting(container[1].stateNode.current);
  });
}

/** Through the form, as people do. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await visit(page, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** A new member of the owner's organization. */
export async function newMember(name: string): Promise<Credentials & { name: string; userId: string }> {
  const credentials = { email: uniqueEmail(), password: unique("pass phrase") };
  const { token } = await api(inviteMember, { email: credentials.email });
  const accepted = { token, full_name: name, password: credentials.password };
  const { user_id } = await call(acceptInvitation, accepted, { origin: origin() });
  return { ...credentials, name, userId: user_id };
}

/** A page in a browser of its own, on which this person is signed in. */
export async function pageOf(
  { browser, playwright }: { browser: Browser; playwright: PlaywrightWorkerArgs["playwright"] },
  credentials: Credentials,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin() });
  await context.addCookies(await cookiesOf(playwright, credentials));
  return context.newPage();
}

/** Calls operations as the person who is signed in on a page. */
export function apiOf(page: Page): Api {
  return async (contract, input) => {
    const request = requestFor(contract, input, { origin: origin() });
    const body = await request.text();
    const response = await page.request.fetch(request.url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), origin: origin() },
      ...(body ? { data: body } : {}),
    });
    return outputOf(contract, input, response.status(), await response.json());
  };
}

/** A name that no other test has. */
export const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;
export const uniqueEmail = (): string => `${unique("person").replace(" ", "-")}@example.com`;

export { expect };

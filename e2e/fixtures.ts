// What the stories share: a signed-in page, and the API for setting a scene that is not the story.
import { test as base, expect, type Page } from "playwright/test";

interface Api {
  post<T>(path: string, body?: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
}

interface Fixtures {
  api: Api;
  signedIn: Page;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: playwright.config.ts sets it for a server of its own.`);
  return value;
}

export const owner = () => ({
  email: required("ASSAY_INIT_OWNER_EMAIL"),
  password: required("ASSAY_INIT_OWNER_PASSWORD"),
});

export const apiKey = () => required("ASSAY_INIT_API_KEY");

export const test = base.extend<Fixtures>({
  api: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { authorization: `Bearer ${apiKey()}` },
    });
    const read = async (response: { status(): number; text(): Promise<string>; url(): string }) => {
      const text = await response.text();
      expect(response.status(), `${response.url()}: ${text}`).toBe(200);
      const body = JSON.parse(text);
      return body.result ?? body;
    };
    await use({
      post: async (path, body) => read(await context.post(path, { data: body ?? {} })),
      get: async (path) => read(await context.get(path)),
    });
    await context.dispose();
  },

  signedIn: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

/** Through the form, as people do. */
export async function signIn(page: Page, { email, password } = owner()): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** A name that no other test has. */
export const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

export { expect };

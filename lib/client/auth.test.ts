import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, signInMessage, signOut } from "./auth";

const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal("location", { origin: "http://assay.test" });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const answer = (url: string) =>
  fetched.mockImplementation(async (path) =>
    Response.json(path === "/api/auth/csrf" ? { csrfToken: "token" } : { url }),
  );

test("credentials and the token are sent as a form", async () => {
  answer("http://assay.test/");
  expect(await signIn({ email: "ada@example.test", password: "a & b" })).toEqual({ ok: true });
  const [path, init] = fetched.mock.calls[1] ?? [];
  expect(path).toBe("/api/auth/callback/credentials");
  expect(String(init?.body)).toBe("email=ada%40example.test&password=a+%26+b&callbackUrl=%2F&csrfToken=token");
});

test("a second factor is requested, and its code is sent with the credentials", async () => {
  answer("http://assay.test/sign-in?error=CredentialsSignin&code=second_factor_required");
  const credentials = { email: "ada@example.test", password: "x" };
  expect(await signIn(credentials)).toEqual({ ok: false, message: null, needsCode: true });
  answer("http://assay.test/sign-in?error=CredentialsSignin&code=second_factor_wrong");
  const refused = await signIn({ ...credentials, code: "287082" });
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("The code is wrong") });
  expect(String(fetched.mock.lastCall?.[1]?.body)).toContain("code=287082");
});

test("a refusal gives a readable message", async () => {
  answer("http://assay.test/sign-in?error=CredentialsSignin&code=credentials");
  const outcome = await signIn({ email: "ada@example.test", password: "wrong" });
  expect(outcome).toEqual({ ok: false, message: "The email or password is incorrect." });
});

test("a sign-out succeeds only if the server confirms it", async () => {
  answer("http://assay.test/sign-in");
  expect(await signOut()).toBe(true);
  fetched.mockImplementation(async (path) =>
    path === "/api/auth/csrf"
      ? Response.json({ csrfToken: "token" })
      : Response.json({ status: false }, { status: 503 }),
  );
  expect(await signOut()).toBe(false);
});

test.each([
  ["no network", () => Promise.reject(new TypeError("failed to fetch"))],
  ["a proxy's page", async () => new Response("<h1>502</h1>", { status: 502 })],
])("%s is returned as a failure, not thrown", async (_, outcome) => {
  fetched.mockImplementation(outcome);
  expect(await signIn({ email: "ada@example.test", password: "x" })).toMatchObject({ ok: false });
  expect(await signOut()).toBe(false);
});

test.each([
  ["", null],
  ["error=CredentialsSignin&code=rate_limited:60", "Too many failed attempts. Try again in 1 minute."],
  ["error=CredentialsSignin&code=rate_limited:61", "Too many failed attempts. Try again in 2 minutes."],
  ["error=MissingCSRF", "The form has expired. Reload the page and try again."],
  ["error=Configuration", "Could not sign you in. Try again in a moment."],
])("%s", (query, message) => {
  expect(signInMessage(new URLSearchParams(query))).toBe(message);
});

test("an unknown error also gives a readable message", () => {
  for (const error of ["Configuration", "constructor"])
    expect(signInMessage(new URLSearchParams({ error }))).toBe("Could not sign you in. Try again in a moment.");
});

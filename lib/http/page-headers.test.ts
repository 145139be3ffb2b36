import { NextRequest } from "next/server";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

async function ask(path: string, headers: Record<string, string> = {}, trusted = "0", method = "GET") {
  vi.stubEnv("ASSAY_TRUST_PROXY", trusted);
  const { proxy } = await import("@/proxy");
  const request = { method, headers: { host: "localhost:3000", ...headers } };
  return proxy(new NextRequest(`http://localhost:3000${path}`, request));
}
const policyOf = (answer: Response) =>
  Object.fromEntries(
    (answer.headers.get("content-security-policy") ?? "").split("; ").map((line) => {
      const [name = "", ...sources] = line.split(" ");
      return [name, sources.join(" ")];
    }),
  );

test.each(["/sign-in", "/queues", "/nothing/here"])("%s allows only its own scripts and no framing", async (path) => {
  const policy = policyOf(await ask(path));
  expect(policy["script-src"]).toMatch(/^'self' 'nonce-[\w-]{20,}' 'strict-dynamic'$/);
  expect(policy).toMatchObject({
    "default-src": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "img-src": "'self' data: blob:",
    "frame-src": "blob:",
  });
  expect(policy["style-src"]).not.toContain("unsafe-inline");
});

test("each page gets its own nonce", async () => {
  const [one, other] = [await ask("/sign-in"), await ask("/sign-in")];
  expect(policyOf(one)["script-src"]).not.toBe(policyOf(other)["script-src"]);
});

test.each([
  ["by TLS, as a trusted proxy says", "1", "https", "max-age=31536000"],
  ["in clear, as a trusted proxy says", "1", "http", null],
  ["by TLS, as anybody may say", "0", "https", null],
])("a page requested %s gets the right HSTS header", async (_, trusted, protocol, expected) => {
  const answer = await ask("/sign-in", { "x-forwarded-proto": protocol }, trusted);
  expect(answer.headers.get("strict-transport-security")).toBe(expected);
});

test("a page without a session redirects to sign-in and keeps the way back", async () => {
  const answer = await ask("/queues?page=2");
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe("http://localhost:3000/sign-in?next=%2Fqueues%3Fpage%3D2");
  expect((await ask("/queues", { cookie: "authjs.session-token=x" })).headers.has("location")).toBe(false);
  expect((await ask("/invitations/accept")).headers.has("location")).toBe(false);
});

test.each<[method: string, headers: Record<string, string>]>([
  ["POST", { accept: "application/json" }],
  ["POST", {}],
  ["DELETE", { accept: "*/*" }],
])("%s with %o is no request for a page, so its refusal is JSON", async (method, headers) => {
  const answer = await ask("/openai/v1/chat/completions", headers, "0", method);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
  expect((await answer.json()).message).toBe(
    `There is no ${method} /openai/v1/chat/completions. The gateway's paths begin with /v1.`,
  );
});

test.each([
  ["GET", "*/*"],
  ["HEAD", "*/*"],
  // A form that is sent before the page's script runs.
  ["POST", "text/html,application/xhtml+xml,*/*;q=0.8"],
])("%s that accepts %s gets a page", async (method, accept) => {
  expect((await ask("/sign-in", { accept }, "0", method)).headers.get("x-middleware-next")).toBe("1");
});

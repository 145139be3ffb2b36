// A server as somebody would run it who has one provider in the configuration file, and strangers who reach it.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { links } from "@/lib/client/links";
import { end, forget, startServer } from "@/lib/server/testing/own-server";
import { expect, test, unique, uniqueEmail } from "./fixtures";

const answer = {
  id: "1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
};

/** What the operator pays for: it counts who was answered with the operator's key. */
async function provider() {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return { url: `http://127.0.0.1:${port}/v1`, keys, close: () => server.close() };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("a stranger can sign up and make a key, but cannot use the operator's provider", async ({ playwright }) => {
  test.setTimeout(300_000);
  const upstream = await provider();
  const file = join(tmpdir(), `assay-strangers-${process.pid}.yaml`);
  await writeFile(file, `providers: {openai: {base_url: ${upstream.url}, api_key: sk-operators, models: [gpt-4.1]}}\n`);
  const { starter, directory, target, output } = await startServer({
    variables: { ASSAY_CONFIG: file, ASSAY_SIGNUP: "" },
  });
  try {
    await expect(async () => expect((await fetch(`${target.origin}/readyz`)).status).toBe(200)).toPass({
      timeout: 240_000,
    });
    expect(output()).toContain("Sign-up: open, since only this machine reaches the server");
    const credentials = { email: uniqueEmail(), password: unique("pass phrase") };
    const person = { ...credentials, full_name: "Eve Stranger", company_name: "Elsewhere" };
    expect((await post(`${target.origin}/accounts/signup/`, person)).status).toBe(200);
    const browser = await playwright.request.newContext({ baseURL: target.origin });
    const headers = { origin: target.origin };
    await browser.post("/api/auth/callback/credentials", { form: credentials, headers });
    const made = await browser.post("/accounts/key/generate_secret_key/", { data: { key_name: "mine" }, headers });
    const { result } = await made.json();

    const chat = (key: string, model: string) =>
      post(
        `${target.origin}/v1/chat/completions`,
        { model, messages: [{ role: "user", content: "Hello" }] },
        { authorization: `Bearer ${key}` },
      );
    const refused = await chat(result.api_key, "gpt-4.1");
    expect(refused.status).toBe(404);
    expect((await refused.json()).error.code).toBe("model_not_found");
    expect((await chat(result.api_key, "openai/gpt-4.1")).status).toBe(404);
    expect((await chat(result.api_key, "sandbox/echo")).status).toBe(200);
    expect(upstream.keys).toEqual([]);
    expect((await chat(process.env.ASSAY_INIT_API_KEY ?? "", "gpt-4.1")).status).toBe(200);
    expect(upstream.keys).toEqual(["Bearer sk-operators"]);
    await browser.dispose();
  } finally {
    await end(starter);
    await forget(directory);
    upstream.close();
  }
});

test("where sign-up is by invitation, the screens say so and uninvited people cannot sign up", async ({ page }) => {
  test.setTimeout(300_000);
  const { starter, directory, target } = await startServer({ variables: { ASSAY_SIGNUP: "invite" } });
  try {
    await expect(async () => expect((await fetch(`${target.origin}/sign-in`)).status).toBe(200)).toPass({
      timeout: 240_000,
    });
    await page.goto(`${target.origin}${links.signIn()}`);
    await expect(page.getByText("Sign-up is by invitation. Ask an Owner or Admin.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create an organization" })).toHaveCount(0);
    await page.goto(`${target.origin}${links.signUp()}`);
    await expect(page.getByRole("heading", { name: "Sign-up is closed" })).toBeVisible();
    const person = { email: uniqueEmail(), full_name: "Eve", password: unique("pass phrase") };
    const answer = await post(`${target.origin}/accounts/signup/`, person);
    expect(answer.status).toBe(403);
    expect((await answer.json()).code).toBe("sign_up_closed");
  } finally {
    await end(starter);
    await forget(directory);
  }
});

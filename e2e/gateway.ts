// What stories of the gateway need beside their fixtures.
import type { Page } from "playwright/test";
import { call } from "@/lib/client/call";
import { signUp } from "@/lib/contracts/accounts/people";
import { expect, origin, pageOf, unique, uniqueEmail } from "./fixtures";

/** A configuration with something in most sections. */
const exampleConfig = {
  providers: {
    example: { base_url: "https://models.example.com/v1", api_key: "sk-example-0123456789-abcdef", models: ["large"] },
  },
  routing: {
    strategy: "weighted",
    targets: {
      best: [
        { provider: "example", model: "large", weight: 3 },
        { provider: "sandbox", model: "echo" },
      ],
    },
    model_fallbacks: { best: ["sandbox/chat"] },
  },
  model_map: { plain: "sandbox/echo" },
  guardrails: {
    rules: [{ type: "keyword-blocklist", name: "No unicorns", action: "warn", config: { words: ["unicorn"] } }],
  },
  budgets: { org_budget: { period: "monthly", limit: 1_000_000 } },
};

/** A page of the Owner of a new organization, whose gateway nobody else changes. */
export async function ownGateway(
  tools: Parameters<typeof pageOf>[0],
): Promise<{ page: Page; organizationId: string; version: number }> {
  const credentials = { email: uniqueEmail(), password: unique("pass phrase") };
  const company = { full_name: "Ida Holm", company_name: unique("Harbour") };
  const { organization_id } = await call(signUp, { ...credentials, ...company }, { origin: origin() });
  const page = await pageOf(tools, credentials);
  const version = await configureGateway(page, organization_id);
  return { page, organizationId: organization_id, version };
}

/** Writes the example, and more, as the person who is signed in on the page; returns the version's number. */
export async function configureGateway(page: Page, organizationId: string, more: object = {}): Promise<number> {
  const response = await page.request.post(`/-/orgs/${organizationId}/config`, {
    data: { config: { ...exampleConfig, ...more }, change_description: "For a story" },
    headers: { origin: origin() },
  });
  const answer = await response.json();
  expect(response.status(), JSON.stringify(answer)).toBe(200);
  return answer.version;
}

/** A chat with a model, as any client sends it. */
export const chatThrough = (key: string, model = "sandbox/echo", content = "Hello"): Promise<Response> =>
  fetch(`${origin()}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content }] }),
  });

// An API client as an outside developer would write it: plain fetch, credentials in headers.
import { randomUUID } from "node:crypto";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { createOrganization, createUser, type TestOrganization } from "@/db/testing/factories";
import { randomSecret, sha256 } from "@/lib/auth/hash";
import type { OrganizationRole } from "@/lib/contracts/shapes";

export interface Credentials {
  organization: TestOrganization;
  userId: string;
  key: string;
  secret: string;
}

/** A user with an API key, in a new organization by default. */
export async function createCredentials(
  db: Database,
  role: OrganizationRole = "Owner",
  organization?: TestOrganization,
): Promise<Credentials> {
  const home = organization ?? (await createOrganization(db));
  const userId = await createUser(db, home, role);
  const key = randomSecret("assay_");
  const secret = randomSecret("assay_secret_");
  await db.insert(apiKeys).values({
    organizationId: home.id,
    workspaceId: home.workspaceId,
    userId,
    name: randomUUID(),
    keyHint: key.slice(0, 8),
    secretHint: secret.slice(0, 8),
    keyHash: sha256(key),
    secretHash: sha256(secret),
  });
  return { organization: home, userId, key, secret };
}

export const bearer = ({ key }: Credentials) => ({ authorization: `Bearer ${key}` });
export const pair = ({ key, secret }: Credentials) => ({ "x-api-key": key, "x-secret-key": secret });

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is untyped wire data, which the tests inspect.
  body: any;
}

/** Sends one request. `body` is sent as JSON; a string is sent unchanged. */
export async function send(
  url: string,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const { body, headers } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

// Walks every operation with what strangers and mistakes send: each answer is a refusal that names what is wrong, never a 500.
// An operation is one function of plain values: all values that can be wrong it gets on the stand-alone mount, and on Next's
// what that could hand over otherwise, for every route (docs/decisions/0080-tests-of-both-mounts.md).
import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { users } from "@/db/schema";
import { contextOf, createOrganization } from "@/db/testing/factories";
import { hashPassword } from "@/lib/auth/password";
import type { Contract } from "@/lib/contracts/contract";
import { operations } from "@/lib/operations";
import { type Answer, bearer, type Credentials, createCredentials, send } from "./testing/api";
import { exampleBody } from "./testing/example-body";
import { placesOf } from "./testing/foreign-requests";
import { type Furnished, furnish } from "./testing/furnish";
import { type Mounted, mounts, sharedMount } from "./testing/mounts";

const isGateway = ({ path }: Contract) => path.startsWith("/v1/") || path.startsWith("/-/");
const all = operations.map((operation) => operation.contract).filter((contract) => !isGateway(contract));
const named = (contracts: readonly Contract[]) => contracts.map((contract) => [contract.name, contract] as const);
const guarded = all.filter((contract) => contract.access !== "public");
const withBody = all.filter((contract) => contract.method !== "GET" && contract.accepts === "json");
const withFields = withBody.filter((contract) => fieldsOf(contract.body).length > 0);
const withParams = guarded.filter((contract) => contract.path.includes("{"));

/** Published clients expect a 400 of these where others say 404 (case 64 of docs/simulation-cases.md). */
const unknownIsInvalid = new Set(["getRunTestIdByName", "createCallBatch"]);

/** With this id in all slots, else with unknown ids of their forms. */
const pathOf = (contract: Contract, id?: string) =>
  contract.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) =>
    encodeURIComponent(id ?? (name === "span_id" ? randomBytes(8).toString("hex") : randomUUID())),
  );

/** The platform's error body, in every refusal. */
function expectRefusal(answer: Answer, status: number | readonly number[], context: string): void {
  expect([status].flat(), `${context}: ${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  const { message } = answer.body;
  expect(answer.body).toMatchObject({ status: false, type: expect.any(String), code: expect.any(String) });
  expect(message).toEqual(expect.stringMatching(/\S/));
  expect([answer.body.detail, answer.body.error, answer.body.result]).toEqual([message, message, message]);
}

interface Field {
  name: string;
  schema: z.core.JSONSchema.BaseSchema;
}

function fieldsOf(schema: z.ZodType): Field[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => ({ name, schema: property as Field["schema"] })); // safe: objects
}

/** Several at once: none has to do with another, and what the server waits for it waits for together. */
async function each<T>(values: readonly T[], check: (value: T) => Promise<void>): Promise<void> {
  const left = values.values();
  const work = async () => {
    for (const value of left) await check(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
const AT_ONCE = 16;

const hostile: unknown[] = [
  null,
  7.5,
  -1,
  1e308,
  true,
  "",
  "no such value",
  [],
  {},
  [[]],
  { $gt: "" },
  "x".repeat(120_000),
  "nul \0 inside",
  "lone \ud800 surrogate",
  { deep: ["nul \0 inside"] },
];

describe.each(mounts)("on the %s mount", (mount) => {
  const isNext = mount === "next";
  let server: Mounted;
  let headers: Record<string, string>;
  let viewer: Record<string, string>;
  /** Of the owner, for what refuses keys. */
  let session: Record<string, string>;
  let own: Furnished;
  beforeAll(async () => {
    server = await sharedMount(mount); // on Next nothing is asked that changes anything
    const credentials = await createCredentials(server.db);
    headers = bearer(credentials);
    viewer = bearer(await createCredentials(server.db, "Viewer"));
    session = await sessionOf(server, credentials);
    if (!isNext)
      own = await furnish(contextOf(server.db, credentials.organization, credentials.userId, "Owner"), "Ours");
  }, 120_000);
  afterAll(() => server?.stop());

  test.each(named(guarded))("%s requires credentials", async (_, contract) => {
    const path = pathOf(contract);
    expectRefusal(await send(server.url, contract.method, path), 401, "none");
    const forms = [
      { authorization: "Bearer wrong" },
      { authorization: "Basic b3duZXI6cGFzcw==" },
      { "x-api-key": "wrong", "x-secret-key": "wrong" },
      { "x-api-key": headers.authorization?.slice(7) ?? "" },
      { cookie: "authjs.session-token=forged" },
    ];
    await each(isNext ? forms.slice(-1) : forms, async (form) => {
      const answer = await send(server.url, contract.method, path, { headers: form });
      expectRefusal(answer, 401, JSON.stringify(form));
      expect(answer.headers.get("www-authenticate")).toBe("ApiKey");
    });
  });

  test.each(named(all.filter((contract) => ["write", "admin", "owner"].includes(contract.access))))(
    "%s refuses a Viewer",
    async (_, contract) => {
      const body = contract.method === "GET" ? undefined : {};
      const answer = await send(server.url, contract.method, pathOf(contract), { headers: viewer, body });
      expectRefusal(answer, 403, "viewer");
    },
  );

  test.each(named(withBody))("%s refuses a body that is not a JSON object", async (_, contract) => {
    const texts = ["{", "[]", '"text"', "nul", '{"a":1}}'];
    await each(isNext ? texts.slice(0, 1) : texts, async (body) => {
      const answer = await send(server.url, contract.method, pathOf(contract), { headers, body });
      expectRefusal(answer, [400, 401], body);
    });
  });

  test.each(named(withFields))("%s names the invalid field", async (_, contract) => {
    const example = contract.example as Record<string, unknown>; // safe: examples of bodies are objects
    const fields = fieldsOf(contract.body).flatMap(({ name }) => hostile.map((value) => ({ name, value })));
    await each(isNext ? fields.slice(-1) : fields, async ({ name, value }) => {
      const body = { ...example, [name]: value };
      const expected = contract.body.safeParse(body);
      const answer = await send(server.url, contract.method, pathOf(contract), { headers, body });
      const context = `${name} = ${JSON.stringify(value).slice(0, 60)}`;
      if (answer.status === 200) return;
      // What is right may be asked of somebody else, who is away here.
      const away = contract.errors?.includes("service_unavailable") && expected.success ? [503] : [];
      expectRefusal(answer, [400, 401, 403, 404, 409, 413, 429, ...away], context);
      if (expected.success) return;
      expect(answer.status, context).toBe(400);
      const named = Object.keys(answer.body.details ?? {}).map((field) => field.split(".")[0]);
      expect(named, context).toContain(name);
    });
  });

  test.each(named(all.filter((contract) => contract.accepts !== "otlp")))(
    "%s refuses names such as constructor and __proto__",
    async (_, contract) => {
      const body = bodyFor(contract);
      // Next drops the last name from a query, before an operation sees it.
      await each(isNext ? ["constructor"] : ["constructor", "toString", "__proto__"], async (name) => {
        const answer = await send(server.url, contract.method, `${pathOf(contract)}?${name}=1`, { headers, body });
        expectRefusal(answer, 400, name);
      });
      if (!withBody.includes(contract)) return;
      const answer = await send(server.url, contract.method, pathOf(contract), { headers, body: '{"__proto__":1}' });
      expectRefusal(answer, [400, 404], "__proto__");
      if (answer.body.details) expect(Object.keys(answer.body.details)).toContain("__proto__");
    },
  );

  test.each(named(isNext ? [] : withBody.filter((contract) => contract.method !== "DELETE")))(
    "%s survives an empty object for existing ids",
    async (_, contract) => {
      for (const { params = {} } of placesOf(contract, own)) {
        const path = contract.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => params[name] ?? "");
        const answer = await send(server.url, contract.method, path, { headers, body: {} });
        if (answer.status !== 200) expectRefusal(answer, [400, 403, 404, 409], "{}");
      }
    },
  );

  test.each(named(withParams))("%s names the invalid id", async (_, contract) => {
    const params = fieldsOf(contract.params).map((field) => field.name);
    await each(["none", "1", "%00", "' or 1=1 --", "☃"], async (id) => {
      const answer = await send(server.url, contract.method, pathOf(contract, id), {
        headers,
        body: bodyFor(contract),
      });
      expectRefusal(answer, 400, id);
      expect(params).toContain(answer.body.attr);
    });
  });

  test.each(named(guarded.filter((contract) => contract.method === "GET")))(
    "%s names the invalid query field",
    async (_, contract) => {
      const unknown = await send(server.url, "GET", `${pathOf(contract)}?noSuchField=1`, { headers });
      expectRefusal(unknown, 400, "unknown field");
      expect(unknown.body.details).toMatchObject({ noSuchField: ["Unknown field."] });
      const values = ["", "no such value", "-1", "1e99", "99999999999999999999", "%00", "x".repeat(5000)];
      const fields = fieldsOf(contract.query).flatMap(({ name }) => values.map((value) => ({ name, value })));
      await each(isNext ? fields.slice(-2) : fields, async ({ name, value }) => {
        const answer = await send(server.url, "GET", `${pathOf(contract)}?${name}=${value}`, { headers });
        if (answer.status !== 200) expectRefusal(answer, [400, 404], `${name}=${value.slice(0, 40)}`);
      });
    },
  );

  test.each(named(withParams))("%s does not find unknown ids", async (_, contract) => {
    const path = `${pathOf(contract)}${queryFor(contract)}`;
    const options = { headers: contract.signedInOnly ? session : headers, body: bodyFor(contract) };
    const answer = await send(server.url, contract.method, path, options);
    expectRefusal(answer, unknownIsInvalid.has(contract.name) ? 400 : 404, "unknown id");
  });

  test("a body that is too large is refused before it is read", async () => {
    const body = JSON.stringify({ name: "x".repeat(11 * 1024 * 1024) });
    const answer = await send(server.url, "POST", "/model-hub/annotations-labels/", { headers, body });
    expectRefusal(answer, 413, "11 MB");
  });

  test("a key stops working when its member leaves the organization", async () => {
    const organization = await createOrganization(server.db);
    const credentials = await createCredentials(server.db, "Member", organization);
    const path = "/model-hub/annotations-labels/";
    expect((await send(server.url, "GET", path, { headers: bearer(credentials) })).status).toBe(200);
    await server.db.execute(`delete from memberships where user_id = '${credentials.userId}'`);
    expectRefusal(await send(server.url, "GET", path, { headers: bearer(credentials) }), 401, "removed member");
  });
});

async function sessionOf({ db, url }: Mounted, { userId }: Credentials): Promise<Record<string, string>> {
  const password = "a long pass phrase";
  const passwordHash = await hashPassword(password);
  const [user] = await db.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning();
  const { body } = await send(url, "POST", "/accounts/token/", { body: { email: user?.email, password } });
  return { authorization: `Bearer ${body.access}` };
}

/** What a GET's example asks for, as far as it stands in a query. */
function queryFor(contract: Contract): string {
  if (contract.method !== "GET") return "";
  const example = Object.entries(contract.example as object); // safe: examples of queries are objects
  const plain = example.flatMap(([name, value]) => (typeof value === "object" ? [] : [[name, String(value)]]));
  return plain.length > 0 ? `?${new URLSearchParams(plain)}` : "";
}

const bodyFor = (contract: Contract): unknown => (contract.method === "GET" ? undefined : exampleBody(contract));

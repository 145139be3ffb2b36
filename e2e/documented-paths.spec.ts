import { expect, origin, test } from "./fixtures";

interface Described {
  security?: object[];
}

interface Operation {
  method: string;
  path: string;
  isPublic: boolean;
}

const ID = "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90";
const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

async function documentedOperations(): Promise<Operation[]> {
  const response = await fetch(`${origin()}/openapi.json`);
  const { paths }: { paths: Record<string, Record<string, Described>> } = await response.json();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { security = [] }]) => ({ method: method.toUpperCase(), path, isPublic: security.length === 0 })),
  );
}

/** Without credentials and with an empty body. */
async function statusOf({ method, path }: Operation): Promise<number> {
  const hasBody = method !== "GET";
  const response = await fetch(origin() + path, {
    method,
    redirect: "manual",
    ...(hasBody ? { headers: { "content-type": "application/json" }, body: "{}" } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The path as it is documented, and the same with its last slash put on or taken off. */
function spellings({ path, ...rest }: Operation): Operation[] {
  const filled = path.replaceAll(/\{[^}]+\}/g, ID);
  const other = filled.endsWith("/") ? filled.slice(0, -1) : `${filled}/`;
  return [filled, other].map((path) => ({ path, ...rest }));
}

async function answers(operations: Operation[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { method, path, isPublic } of operations.flatMap(spellings)) {
    lines.push(`${method} ${path}: ${await statusOf({ method, path, isPublic })}`);
  }
  return lines;
}

test("every documented path that needs a credential asks for it, with or without a trailing slash", async () => {
  const operations = (await documentedOperations()).filter(({ isPublic }) => !isPublic);
  expect(operations.length).toBeGreaterThan(60);
  const wrong = (await answers(operations)).filter((line) => !line.endsWith(": 401"));
  expect(wrong).toEqual([]);
});

test("every documented public path answers, with or without a trailing slash", async () => {
  const operations = (await documentedOperations()).filter(({ isPublic }) => isPublic);
  const lines = await answers(operations);
  expect(lines).toEqual(expect.arrayContaining(["GET /health/: 200", "GET /health: 200"]));
  expect(lines.filter((line) => !/: (?:200|400)$/.test(line))).toEqual([]);
});

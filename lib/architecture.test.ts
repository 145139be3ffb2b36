// Who may import whom: the rooms of the house stand on floors, and an import leads down. Types count like values.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** From the ground up. Rooms of one floor do not know each other; a room is a folder or a file, and the longest name counts. */
const floors: readonly (readonly [rooms: string, why: string])[] = [
  ["lib/bounds", "says how much may come in, and what is wrong with it"],
  [
    "lib/env lib/errors.ts lib/group-by.ts lib/in-time.ts lib/mean.ts lib/percent-text.ts lib/distinct-ids.ts lib/records.ts lib/csv.ts lib/toggled.ts lib/distributions.ts lib/version.ts",
    "know nothing of the product",
  ],
  ["lib/observe", "logs and traces what the product does"],
  ["lib/chat-parts.ts", "reads the parts of chat messages"],
  ["lib/estimate.ts", "says how sure a mean is"],
  ["lib/chat-messages.ts", "reads chat messages of any convention"],
  ["lib/rejections.ts", "says which errors may be taken for an absence"],
  ["lib/contracts", "says what crosses the wire, for server and browser alike"],
  ["lib/run-file.ts", "says what a file for the command holds"],
  ["db", "stores it"],
  ["lib/error-report.ts", "writes errors down"],
  ["inngest/job-log.ts", "writes down what jobs report"],
  ["inngest/client.ts", "speaks to whatever runs the jobs"],
  ["lib/failures.ts", "says which part of an error a client may see"],
  ["lib/events.ts lib/pages.ts lib/startup-error.ts lib/redis", "serve every verb"],
  ["lib/jobs", "is how background work goes on and is started again"],
  ["lib/mail", "sends mail"],
  ["lib/exchange", "is a request and its answer, over any transport"],
  ["lib/context.ts", "is what a verb is given"],
  ["lib/transaction.ts", "runs a verb's statements as one"],
  ["lib/audit", "writes down who did what"],
  ["lib/owned-rows.ts lib/views", "say whose rows a statement reads, and keep a person's views of lists"],
  ["lib/auth", "says who calls"],
  ["lib/openapi", "describes the contracts"],
  ["lib/http", "joins a contract to its verb"],
  ["lib/gateway", "calls models for others"],
  ["lib/traces lib/datasets", "hold what is annotated"],
  ["lib/curation", "makes rows of datasets from traces"],
  ["lib/gateway-admin", "keeps the gateway's keys and records its calls"],
  ["lib/notifications", "tells people and their servers what happened"],
  ["lib/alerts", "watches the traffic of projects"],
  ["lib/annotation", "is what annotators do"],
  ["lib/evaluation", "says how good an answer is"],
  ["lib/prompts", "keeps prompts and their versions, and moves labels on evidence"],
  ["lib/simulation", "plays conversations with agents"],
  ["lib/accounts", "lets people in, and leaves no work behind when they go"],
  ["lib/platform", "tells of the whole"],
  ["lib/mcp", "lets models call operations"],
  ["lib/operations.ts", "lists every operation"],
  ["inngest", "runs verbs as jobs"],
  ["lib/embedded", "stands in for services that a machine lacks"],
  ["lib/provisioning", "fills a new installation"],
  ["lib/server", "serves it all in one process"],
  ["lib/client", "asks the server, from a browser"],
  ["app/_ui", "is what screens are made of, whatever they show"],
  ["app/_form", "binds a form to the operation that saves it"],
  ["app/_components app/_server", "is what the desk, the studio and the entry share"],
  ["app", "shows it"],
  ["scripts bench e2e cli", "use it from outside"],
];

/** Within a domain: what stands further left is used by what stands right of it, never the other way; those with a "/" between know each other. */
const domains = {
  annotation:
    "scope labels sources agreement answers items checks reports preferences suggestions queues discussion contents media review work scores feedback export",
  evaluation:
    "code/metrics judge prompt-writing/statistics consensus localization/templates/ground-truth feedback/logs/playground bindings cases tasks calibration/comparison/runs experiments/pipelines groups",
  prompts: "rules files/releases",
  simulation: "personas scenarios simulators conversation outcome agents runs/voice",
  gateway:
    "egress limits/money/providers/record/routing stored-responses cache dialects prompts guardrails metrics stages",
  "gateway-admin": "otlp requests settings prompts money configs",
};

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.)|^(e2e|bench)\//.test(file);

const sources = ["app", "cli", "lib", "db", "inngest", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file));
const known = new Set(sources);

/** The file of this project that an import names; null for a package or a file of another kind. */
function resolve(from: string, name: string): string | null {
  if (!/^(@\/|\.)/.test(name)) return null;
  const path = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => `${path}${end}`).find((file) => known.has(file));
  return found ?? null;
}

const named = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );

const imports = new Map(
  sources.map((file) => [
    file,
    named(file)
      .map((name) => resolve(file, name))
      .filter((target) => target !== null),
  ]),
);
const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

const rooms = floors.flatMap(([names], floor) => names.split(" ").map((name) => ({ name, floor })));

/** The room in which a file stands: of those whose name begins its path, the one with the longest. */
function roomOf(file: string) {
  const around = rooms.filter(({ name }) => file === name || file.startsWith(`${name}/`));
  return around.toSorted((one, other) => other.name.length - one.name.length)[0];
}

test("every source file belongs to a layer", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test("imports go only to lower layers", () => {
  const upward = arrows.filter(({ from, to }) => {
    const [above, below] = [roomOf(from), roomOf(to)];
    return above && below && above.name !== below.name && below.floor >= above.floor;
  });
  expect(upward.map(({ from, to }) => `${from} may not import ${to}: ${roomOf(to)?.name} stands no lower`)).toEqual([]);
});

test.each(Object.entries(domains))("imports within %s also go only to lower layers", (domain, order) => {
  const floorOf = new Map(order.split(" ").flatMap((names, floor) => names.split("/").map((name) => [name, floor])));
  const folderOf = (file: string) => new RegExp(`^lib/${domain}/([\\w-]+)/`).exec(file)?.[1] ?? "";
  const folders = new Set(sources.map(folderOf).filter((name) => name !== ""));
  expect([...folders].sort()).toEqual([...floorOf.keys()].sort());
  const upward = arrows.filter(
    ({ from, to }) => (floorOf.get(folderOf(to)) ?? -1) > (floorOf.get(folderOf(from)) ?? Number.POSITIVE_INFINITY),
  );
  expect(upward).toEqual([]);
});

test("the desk, the studio and the entry do not import each other", () => {
  const groupOf = (file: string) => /^app\/\((\w+)\)\//.exec(file)?.[1];
  const across = arrows.filter(({ from, to }) => groupOf(from) && groupOf(to) && groupOf(from) !== groupOf(to));
  expect(across).toEqual([]);
});

test("no files import each other in a cycle", () => {
  // Files that import nothing of the rest go, until only circles and what uses them are left; then the same from above.
  const left = new Map([...imports].map(([file, targets]) => [file, new Set(targets)]));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    const needed = new Set([...left.values()].flatMap((targets) => [...targets]));
    for (const [file, targets] of left) {
      if ([...targets].every((target) => !left.has(target)) || !needed.has(file)) left.delete(file);
    }
  }
  expect([...left.keys()].sort()).toEqual([]);
});

test("a guard receives the data that it judges, and reads nothing itself", () => {
  const guards = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /(?:function|const) (assert\w+)(?: = (?:async )?)?\(([^)]*)\)/g,
      ),
    ].map(([, name, taken = ""]) => ({ guard: `${file} ${name}`, taken })),
  );
  expect(guards.length).toBeGreaterThan(50);
  const readers = guards.filter(({ taken }) => /\b(?:Database|Transaction|Context|PublicContext)\b/.test(taken));
  expect(readers.map(({ guard }) => guard)).toEqual([]);
});

test("only tests use the test helpers", () => {
  const helped = sources.filter((file) => named(file).some((name) => /\/testing(\/|$)/.test(name)));
  expect(helped).toEqual([]);
});

test("the product uses no script interpreter", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).not.toContain("fengari");
  expect(sources.filter((file) => named(file).includes("fengari"))).toEqual([]);
});

test("the product uses each of its prescribed packages", () => {
  const fixed =
    "next react @tanstack/react-query zod @auth/core drizzle-orm postgres @upstash/ratelimit @upstash/redis inngest";
  const used = new Set(sources.flatMap(named).map((name) => name.replace(/^((?:@[^/]+\/)?[^/]+).*/, "$1")));
  expect(fixed.split(" ").filter((name) => !used.has(name))).toEqual([]);
});

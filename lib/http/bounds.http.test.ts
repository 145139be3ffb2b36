// Sends every operation far more than it can want. Each body is refused in its own form of errors, briefly, and without
// keeping others from being served or the memory from being given back.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf } from "@/db/testing/factories";
import type { Contract } from "@/lib/contracts/contract";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { operations } from "@/lib/operations";
import { exportOf } from "@/lib/traces/testing";
import { bearer, createCredentials, send } from "./testing/api";
import { type Attack, floodsOn, longListsOn, longName, tooManyValues } from "./testing/attacks";
import { placesOf } from "./testing/foreign-requests";
import { type Furnished, furnish } from "./testing/furnish";
import { ADMIN_TOKEN, type Mounted, mounts, startMount } from "./testing/mounts";

/** The gateway reads no body of a DELETE. */
const readsBody = ({ method, path }: Contract) => method !== "GET" && !(method === "DELETE" && path.startsWith("/v1/"));
const withBody = operations
  .map((operation) => operation.contract)
  .filter((contract) => readsBody(contract) && contract.accepts !== "multipart");
const MAX_ANSWER_BYTES = 64 * 1024;
/** By one operation's attacks; and by all of them, which send gigabytes and of which garbage may wait to be collected. */
const MAX_GROWTH_MB = 200;
const MAX_GROWTH_OF_ALL_MB = 600;
const isAdmin = ({ path }: Contract) => path.startsWith("/-/");
const isGateway = ({ path }: Contract) => path.startsWith("/v1/");
const isOtlp = ({ accepts }: Contract) => accepts === "otlp";
const isAnthropic = ({ path }: Contract) => path.startsWith("/v1/messages");
/** Of each way to read a body and to refuse it one operation, which is sent every flood. */
const flooded = new Set([isAdmin, isAnthropic, isGateway, isOtlp, () => true].map((is) => withBody.find(is)?.name));

describe.each(mounts)("on the %s mount", (mount) => {
  const isNext = mount === "next";
  /**
   * What an operation has of its own is what its contract says of lists and names: that is asked on the stand-alone mount. That
   * it reads its body within bounds is asked on both, and how well those hold of one operation of each kind: on Next, which takes
   * ten times as long to hand a large body on, with no more than passes the same bounds.
   */
  function attacks(contract: Contract): Attack[] {
    const floods = flooded.has(contract.name) ? floodsOn(contract, isNext ? 2_000_000 : 10_000_000) : [tooManyValues];
    return isNext ? floods : [...longListsOn(contract), ...floods, longName];
  }
  let server: Mounted;
  let own: Furnished;
  const keys = { platform: "", gateway: "", admin: `Bearer ${ADMIN_TOKEN}` };
  let calmMb = 0;
  beforeAll(async () => {
    for (const contract of withBody) attacks(contract); // what the client holds is not the server's
    server = await startMount(mount);
    const owner = await createCredentials(server.db);
    keys.platform = bearer(owner).authorization;
    own = await furnish(contextOf(server.db, owner.organization, owner.userId, "Owner"), "Ours");
    const headers = { authorization: keys.admin };
    const key = await send(server.url, "POST", "/-/keys", { headers, body: { name: "attacked" } });
    keys.gateway = `Bearer ${key.body.key}`;
    await rebuildProjection(); // nothing does so by itself on the Next mount, where a job does it on request
    // What a process takes for its first large bodies it keeps, and fills again.
    for (const contract of withBody.slice(0, 3)) for (const { body } of attacks(contract)) await attack(contract, body);
    calmMb = memoryMb();
  }, 120_000);
  afterAll(() => server?.stop());

  /** Resident memory of the server's process: in one case our own. */
  const memoryMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;

  function target(contract: Contract): string {
    const [{ params = {} } = {}] = placesOf(contract, own);
    return contract.path.replaceAll(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? "");
  }

  const authorizationFor = (contract: Contract): string =>
    isAdmin(contract) ? keys.admin : isGateway(contract) ? keys.gateway : keys.platform;

  async function attack(contract: Contract, body: Uint8Array<ArrayBuffer>) {
    const start = performance.now();
    const response = await fetch(`${server.url}${target(contract)}`, {
      method: contract.method,
      headers: { authorization: authorizationFor(contract), "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    return { status: response.status, text, ms: performance.now() - start };
  }

  test.each(withBody.map((contract) => [contract.name, contract] as const))("%s", async (_, contract) => {
    const beforeMb = memoryMb();
    let slowest = { name: "", ms: 0 };
    for (const { name, body, field, isValue, status } of attacks(contract)) {
      const [answer, health] = await Promise.all([
        attack(contract, body),
        fetch(`${server.url}/health/`).then((response) => response.status),
      ]);
      expect(health, name).toBe(200);
      if (isValue && answer.status === 200) continue;
      // A session may be asked for once the body has been read.
      expect(status ? [status] : [400, 403, 413], `${name}: ${answer.status} ${answer.text.slice(0, 500)}`).toContain(
        answer.status,
      );
      expect(answer.text.length, name).toBeLessThan(MAX_ANSWER_BYTES);
      const refusal = JSON.parse(answer.text);
      if (isAdmin(contract) || isGateway(contract)) {
        const form = isAnthropic(contract) ? { type: "error" } : {};
        const error = expect.objectContaining({ message: expect.stringMatching(/\S/) });
        expect(refusal, name).toEqual({ ...form, error });
        if (field && answer.status === 400) expect(refusal.error.param, name).toContain(field);
      } else {
        expect(refusal, name).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
        if (field && answer.status === 400) expect(Object.keys(refusal.details).join(), name).toContain(field);
      }
      if (answer.ms > slowest.ms) slowest = { name, ms: answer.ms };
    }
    const grownMb = memoryMb() - beforeMb;
    process.stdout.write(
      `${mount} ${contract.name}: ${slowest.ms.toFixed(0)} ms at most (${slowest.name}), ${grownMb.toFixed(0)} MB more\n`,
    );
    expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  });

  test("all attacks together use a bounded amount of memory", () => {
    const grownMb = memoryMb() - calmMb;
    process.stdout.write(`${mount}: ${grownMb.toFixed(0)} MB more after all attacks\n`);
    expect(grownMb).toBeLessThan(MAX_GROWTH_OF_ALL_MB);
  });

  test.each([
    ["spans", 0x12],
    ["resources", 0x0a],
  ])("an export of countless empty %s in protobuf is refused", async (_, tag) => {
    const inner = Buffer.alloc(9_000_000, Buffer.from([tag, 0]));
    const body = tag === 0x0a ? inner : field(0x0a, field(0x12, inner));
    const headers = { authorization: keys.platform, "content-type": "application/x-protobuf" };
    const beforeMb = memoryMb();
    const answer = await fetch(`${server.url}/tracer/otlp/v1/traces`, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(413);
    expect(memoryMb() - beforeMb).toBeLessThan(MAX_GROWTH_MB);
  });

  test("an export of 1,000 spans is stored, and one of 10,001 is refused", async () => {
    const spans = (count: number) =>
      exportOf(
        { "service.name": "bounds" },
        Array.from({ length: count }, (_, index) => ({ traceId: hex(index, 32), spanId: hex(index, 16) })),
      );
    const headers = { authorization: keys.platform };
    const path = "/tracer/otlp/v1/traces";
    expect((await send(server.url, "POST", path, { headers, body: spans(1000) })).status).toBe(200);
    const answer = await send(server.url, "POST", path, { headers, body: spans(10_001) });
    expect(answer).toMatchObject({ status: 400, body: { attr: expect.stringContaining("resourceSpans") } });
  });
});

const hex = (index: number, digits: number): string => (index + 1).toString(16).padStart(digits, "0");

/** A field of protobuf with bytes inside. */
function field(tag: number, inside: Buffer): Buffer {
  const size: number[] = [];
  let rest = inside.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) size.push((rest % 128) + 128);
  return Buffer.concat([Buffer.from([tag, ...size, rest]), inside]);
}

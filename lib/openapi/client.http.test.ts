// The API's description in the hands of standard tools: a client is generated from what a server serves, compiled, and used.

import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import openapiTypescript, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Contract } from "@/lib/contracts/contract";
import { health } from "@/lib/contracts/platform";
import { conflict } from "@/lib/errors";
import { webHandler } from "@/lib/exchange/web";
import { operation } from "@/lib/http/operation";
import { type Answer, createCredentials, send } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";

const root = join(import.meta.dirname, "../..");
// Within the project, so that the client finds its packages.
const folder = join(root, "test-results/openapi-client");
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const program = join(folder, "client.ts");

interface Client {
  tellStory(url: string, credentials: object): Promise<Record<string, unknown>>;
}

async function generate(url: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(import.meta.dirname, "testing/client.ts"), program);
  await writeFile(join(folder, "schema.d.ts"), astToString(await openapiTypescript(new URL("/openapi.json", url))));
}

async function compile(): Promise<string> {
  const options = "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2023";
  const modules = "--module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable --types node";
  // Without the project's own configuration, and with every declaration checked, the generated ones too.
  const words = [tsc, "--ignoreConfig", ...options.split(" "), ...modules.split(" "), program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  beforeAll(async () => {
    server = await sharedMount(mount);
  }, 120_000);
  afterAll(() => server?.stop());

  test("a generated client compiles and works", async () => {
    await generate(server.url);
    expect(await compile()).toBe("");
    const { key, secret } = await createCredentials(server.db);
    const { tellStory }: Client = await import(pathToFileURL(program).href);
    // Next alone leaves it to Inngest to give the gateway its configuration, and there is none here.
    const adminToken = mount === "next" ? null : ADMIN_TOKEN;
    const story = await tellStory(server.url, { key, secret, adminToken });
    expect(story).toMatchObject({
      label: { name: "Helpfulness", type: "star", version: 1 },
      queue: { name: "First", viewer_role: "manager" },
      renamed: "Judge the reply.",
      pages: [["Third", "Second"], ["First"]],
      imported: 2,
      added: 2,
      itemStatus: "pending",
      submitted: 1,
      annotated: [1, 0],
      refusals: ["name", "invalid", "not_found", "not_found", "false"],
    });
    if (adminToken)
      expect(story.reply).toMatch(/^chat\.completion\n(?:data: .+\n\n)+data: \[DONE\]\s+model_not_found$/);
  });

  test.skipIf(mount === "next")(
    "outside production, an error that the contract does not declare becomes a 500",
    async () => {
      const answer = async (errors: Contract["errors"] = []) => {
        const handle = webHandler(
          operation({ ...health, errors }, () => Promise.reject(conflict("Taken.", { code: "item_taken" }))),
        );
        const response = await handle(new Request(`${server.url}/health/`));
        return [response.status, (await response.json()).code];
      };
      expect(await answer(["item_taken"])).toEqual([409, "item_taken"]);
      expect(await answer()).toEqual([500, "server_error"]);
    },
  );

  test("a client with a matching ETag does not get the API description again", async () => {
    const first = await send(server.url, "GET", "/openapi.json");
    // Compressed on the way, it has a weak tag.
    const tagOf = ({ headers }: Answer) => (headers.get("etag") ?? "").replace(/^W\//, "");
    const etag = tagOf(first);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await send(server.url, "GET", "/openapi.json", { headers: { "if-none-match": tag } });
      expect(again.status).toBe(304);
    }
    const other = await send(server.url, "GET", "/openapi.json", { headers: { "if-none-match": '"other"' } });
    expect([other.status, tagOf(other)]).toEqual([200, etag]);
    expect(other.body).toEqual(first.body);
  });
});

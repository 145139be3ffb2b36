// The steps of the Dockerfile, done in a folder: no builder of images is at hand everywhere. Packages and the build are this project's
// own, so the steps that make them have nothing to do, provided that the image gets all of their sources.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDatabase } from "@/db/testing/database";
import { freePort } from "@/lib/embedded/postgres/server";
import { isBuilt } from "@/scripts/built.mjs";
import { commandOf, stagesOf, stepsOf, variablesOf } from "./testing/image-steps";
import { end, treeOf, withoutSettings } from "./testing/own-server";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const stages = stagesOf(read("Dockerfile"));
const ignored = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
let image: string;
/** Where a path of the image is. */
const at = (path: string, folder = "/assay") => join(image, path.startsWith("/") ? path : join(folder, path));

/** A variable that a configuration file may mention. */
const PROVIDER_KEY = "sk-of-a-provider";
const env = { ...withoutSettings(), NODE_ENV: "production" as const };

/** What of a folder's own files goes to a builder. */
function sources(): string[] {
  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  const isIgnored = (path: string) => ignored.some((name) => path === name || path.startsWith(`${name}/`));
  return tracked.split("\0").filter((path) => path !== "" && !isIgnored(path) && existsSync(join(root, path)));
}

function build(): void {
  mkdirSync(at("/build"));
  for (const { word, text } of stepsOf(stages, "build")) {
    const [first = "", ...rest] = text.split(" ");
    const target = rest.at(-1);
    if (word === "COPY") {
      expect(target).toMatch(/^\.\/?$/);
      for (const path of first === "." ? sources() : [first, ...rest.slice(0, -1)])
        cpSync(join(root, path), at(path, "/build"));
    } else if (text.startsWith("npm ci")) {
      // The build that is there, in place of one that would take minutes: the next step looks at its sources.
      symlinkSync(join(root, "node_modules"), at("node_modules", "/build"));
      cpSync(join(root, ".next"), at(".next", "/build"), {
        recursive: true,
        filter: (path) => !/[/]cache$/.test(path),
      });
    } else if (word === "RUN") {
      const command = text.replaceAll(/ (\/\S+)/g, (_, path) => ` ${at(path)}`);
      const printed = execFileSync("sh", ["-c", command], { cwd: at("/build"), env, encoding: "utf8" });
      if (text === "npm run build") expect(printed).toContain("The screens have not changed");
      sizes.push(
        ...[...printed.matchAll(/: (\d+) MB, (\d+) packages/g)].map(
          ([, mb, packages]) => [Number(mb), Number(packages)] as const,
        ),
      );
    }
  }
}
const sizes: (readonly [megabytes: number, packages: number])[] = [];

/** Starts a stage's command where its last steps have put it. */
async function start(stage: string) {
  const steps = stepsOf(stages, stage);
  const copied = steps.find(({ word }) => word === "COPY")?.text ?? "";
  const folder = at(copied.split(" ")[1] ?? "");
  const { url, drop } = await createDatabase();
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "assay-image-data-"));
  const variables = { ...env, ...variablesOf(steps), ASSAY_DEMO: "false" };
  expect(variables).toMatchObject({ ASSAY_DATA_DIR: "/data", HOST: "0.0.0.0", NODE_ENV: "production" });
  const own = {
    PORT: String(port),
    DATABASE_URL: url,
    AUTH_SECRET: "a secret for tests, long enough to be one",
    OPENAI_API_KEY: PROVIDER_KEY,
  };
  const settings = { ...variables, ...own, HOST: "127.0.0.1", ASSAY_DATA_DIR: data };
  const [program = "", ...words] = commandOf(steps, "CMD");
  const child = spawn(program, words, { cwd: folder, env: settings });
  onTestFinished(async () => {
    await end(child);
    await drop();
    rmSync(data, { recursive: true });
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      printed += text;
    });
  await vi.waitFor(() => expect(printed).toContain("Ready on"), { timeout: 60_000, interval: 100 });
  const [check = "", ...rest] = commandOf(steps, "HEALTHCHECK");
  execFileSync(check, rest, { env: settings });
  expect(() => execFileSync(check, rest, { env: { ...settings, PORT: "1" } })).toThrow();
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, folder, printed: () => printed };
}

describe.runIf(isBuilt(root, "screens") && isBuilt(root, "program"))("image contents", () => {
  beforeAll(() => {
    image = mkdtempSync(join(tmpdir(), "assay-image-"));
    build();
  });
  afterAll(() => rmSync(image, { recursive: true, force: true, maxRetries: 5 }));

  test("are small and contain no development packages", () => {
    expect(sizes).toHaveLength(2);
    const [[server, packages] = [0, 0], [api, ofApi] = [0, 0]] = sizes;
    process.stdout.write(`Image folders: server ${server} MB, API ${api} MB\n`);
    expect(server).toBeLessThan(300);
    expect(packages).toBeLessThan(25);
    expect(api).toBeLessThan(50);
    // What a thread loads by name: two for JavaScript, one for workbooks, one for YAML, and what they need.
    expect(ofApi).toBeLessThan(6);
    for (const name of ["esbuild", "tsx", "typescript", "tailwindcss", "vitest"])
      expect(existsSync(at(`/packed/server/node_modules/${name}`))).toBe(false);
  });

  test("run as a user who may write only the data", () => {
    for (const name of ["server", "api"]) {
      const steps = stepsOf(stages, name).map(({ word, text }) => `${word} ${text}`);
      expect(steps).toEqual(expect.arrayContaining(["USER node", "VOLUME /data", "WORKDIR /assay"]));
      // What is copied afterwards still belongs to root.
      expect(steps.join("\n")).not.toContain("--chown");
    }
  });

  test("the server has its screens", async () => {
    const { url, printed, pid } = await start("server");
    expect((await fetch(`${url}/health/`)).status).toBe(200);
    const page = await fetch(`${url}/sign-in`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<form")]);
    expect((await fetch(`${url}/queues`, { redirect: "manual" })).status).toBe(307);
    expect((await fetch(`${url}/assay.mjs`)).status).toBe(200);
    expect(printed()).not.toMatch(/cannot find module|MODULE_NOT_FOUND/i);
    // Linux tells with which environment a process was begun.
    const tree = process.platform === "linux" ? await treeOf(pid) : [];
    for (const { pid, command } of tree) {
      const isScreens = command.includes("screens.mjs");
      expect(`${command} ${readFileSync(`/proc/${pid}/environ`, "utf8").includes(PROVIDER_KEY)}`).toBe(
        `${command} ${!isScreens}`,
      );
    }
  });

  test("the API image answers without screens and can run code of templates", async () => {
    const { url, folder } = await start("api");
    expect(readdirSync(join(folder, "node_modules"))).not.toContain("next");
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    expect((await fetch(`${url}/sign-in`)).status).toBe(404);
    const code = `const { newQuickJSWASMModuleFromVariant: make } = require("quickjs-emscripten-core");
      make(require("@jitl/quickjs-wasmfile-release-sync").default).then((quickjs) => console.log(quickjs.evalCode("6 * 7")));`;
    expect(execFileSync(process.execPath, ["--eval", code], { cwd: folder, encoding: "utf8" })).toBe("42\n");
  });
});

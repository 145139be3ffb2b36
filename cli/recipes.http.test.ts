// The recipes of docs/pipelines.md and of the screens, executed as scripts, with the command that the server gives out.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { pipelineScript } from "@/lib/client/pipeline-recipe";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import { type Assay, mailData, mailRun, startAssay } from "./testing";

let assay: Assay;
/** As in production: files of `public`, and the API behind it. */
let front: Server;
let url: string;
beforeAll(async () => {
  assay = await startAssay();
  front = createServer((message, response) => {
    if (message.url === "/assay.mjs")
      return void readFile(join(assay.folder, "bin", "assay.mjs")).then((text) => response.end(text));
    const { method, headers } = message;
    const passed = request(`${assay.server.url}${message.url}`, { method, headers } as never, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    message.pipe(passed);
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`; // safe because it listens on a port
}, 120_000);
afterAll(async () => {
  front?.closeAllConnections();
  front?.close();
  await assay?.stop();
});

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(assay.folder, "job-"));
  return work(folder).finally(() => rm(folder, { recursive: true }));
}

async function run(folder: string, script: string, env: Record<string, string>) {
  const child = spawn("sh", ["-e", "-c", script], {
    cwd: folder,
    env: { ...assay.environment, ASSAY_URL: url, ...env } as never,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (data) => {
    err += data;
  });
  const [code] = await once(child, "close");
  return { code, err };
}

const blocks = async (): Promise<Record<string, unknown>[]> =>
  [...(await readFile("docs/pipelines.md", "utf8")).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) =>
    recordIn(parse(text)),
  );

async function scriptOf(system: string): Promise<string> {
  const [github = {}, gitlab = {}] = await blocks();
  const steps = recordsIn(recordIn(recordIn(github.jobs).assay).steps).map((step) => textIn(step.run));
  const lines = [recordIn(gitlab.assay).script].flat().map(textIn);
  return (system === "GitHub Actions" ? steps : lines).filter(Boolean).join("\n");
}

test.each(["GitHub Actions", "GitLab"])(
  "the recipe for %s exits with the run's status, and writes a report",
  async (system) => {
    const script = await scriptOf(system);
    expect(script).toContain("curl");
    for (const [good, status] of [
      [60, 0],
      [30, 1],
    ] as const) {
      await inFolder(async (folder) => {
        await writeFile(join(folder, "mails.csv"), mailData(60, good));
        await writeFile(join(folder, "assay-run.yaml"), mailRun("mails.csv", 0.9));
        // People copy the address as their browser shows it, with a slash.
        const env = {
          ASSAY_URL: `${url}/`,
          GITHUB_RUN_ID: "1",
          GITHUB_RUN_ATTEMPT: "1",
          GITHUB_STEP_SUMMARY: "summary.md",
          CI_JOB_ID: "1",
        };
        expect(await run(folder, script, env)).toEqual({ code: status, err: expect.stringContaining("Run: ") });
        expect(await readFile(join(folder, "assay.xml"), "utf8")).toContain('<testsuite name="Addresses"');
        if (system === "GitHub Actions") expect(await readFile(join(folder, "summary.md"), "utf8")).toMatch(/^## Addr/);
      });
    }
  },
);

test("the script from the screens evaluates a dataset on the server", async () => {
  await assay.write("stored.csv", mailData(60, 60));
  await assay.run(["datasets", "push", "stored.csv"]);
  const evaluations = [{ template: "is_email", inputs: { text: "mail" }, pass_rate: 0.9 }];
  const script = pipelineScript(url, { kind: "evaluation", dataset: "stored", evaluations });
  await inFolder(async (folder) => {
    expect(await run(folder, script, {})).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, "assay.xml"), "utf8")).toContain('failures="0" errors="0"');
  });
});

test("without a server the script fails before it runs the command", async () => {
  const script = pipelineScript("http://127.0.0.1:9", { kind: "test-run", run_test: "Nightly" });
  await inFolder(async (folder) => expect((await run(folder, script, {})).code).toBeGreaterThan(0));
});

// `assay run` over evaluation files: what its exit status says, and what is left when it is stopped or killed.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evalRuns } from "@/db/schema";
import { send } from "@/lib/http/testing/api";
import { type Assay, mailData, mailRun, startAssay } from "./testing";

let assay: Assay;
beforeAll(async () => {
  assay = await startAssay();
  await assay.write("good.csv", mailData(60, 60));
  await assay.write("bad.csv", mailData(60, 30));
  await assay.write("few.csv", mailData(5, 5));
  await assay.write("good.yaml", mailRun("good.csv", 0.9));
}, 120_000);
afterAll(() => assay?.stop());

const runsOnServer = async () => (await assay.server.db.select().from(evalRuns)).length;

test("exits with 0 on a good run, and prints plain lines", async () => {
  const { code, out, err } = await assay.run(["run", "good.yaml"]);
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^Run: http.*\/datasets\/.*\/runs\/[\s\S]*Cells evaluated: 60 of 60/),
  ]);
  expect(err).not.toContain("\u001b");
  expect(out).toMatch(/passed {5}Is an address: 100 % of 60 passed \(95 %: 94 % to 100 %\); 90 % required/);
  expect(await readdir(join(assay.folder, "config", "runs"))).toEqual([]);
});

test("reads rows from JSON Lines, and can run only the first ones", async () => {
  const lines = Array.from({ length: 50 }, (_, row) => JSON.stringify({ mail: `ada${row}@example.test`, at: { row } }));
  await assay.write("lines.jsonl", lines.join("\n"));
  await assay.write("lines.yaml", mailRun("lines.jsonl", 0.9, "first_rows: 40\nrepeats: 2\n"));
  const { code, out } = await assay.run(["run", "lines.yaml"]);
  expect([code, out]).toEqual([0, expect.stringContaining("100 % of 40 passed")]);
});

test("exits with 1 on a regression, names the rows, and writes reports for the pipeline", async () => {
  await assay.write("bad.yaml", mailRun("bad.csv", 0.9));
  const words = ["run", "bad.yaml", "--json", "--junit", "junit.xml", "--markdown", "summary.md"];
  const { code, out } = await assay.run(words);
  expect(code).toBe(1);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ kind: "evaluation", verdict: "failed", exit_status: 1 });
  expect(report.checks[0]).toMatchObject({ name: "Is an address", verdict: "failed", pass_rate: 0.5, failed: 30 });
  expect(report.checks[0].failing[0].name).toBe("Row 31");
  const junit = await readFile(join(assay.folder, "junit.xml"), "utf8");
  expect(junit).toContain('<testsuite name="Addresses" tests="1" failures="1" errors="0" skipped="0">');
  expect(junit).toContain('<failure type="failed"');
  expect(await readFile(join(assay.folder, "summary.md"), "utf8")).toMatch(/^## Addresses: failed\n[\s\S]*Row 31/);
});

test("exits with 2 if there are too few rows, and says how many are missing", async () => {
  await assay.write("few.yaml", mailRun("few.csv", 0.9));
  const { code, out } = await assay.run(["run", "few.yaml"]);
  expect([code, out]).toEqual([2, expect.stringMatching(/undecided {2}Is an address.*\n[\s\S]*35 rows/)]);
});

test("without a pass rate a run only reports, and is undecided if no row has a score", async () => {
  const without = mailRun("bad.csv", 0.9).replace(/ {4}pass_rate: .*\n/, "");
  await assay.write("reports.yaml", without);
  const { code, out } = await assay.run(["run", "reports.yaml"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^reported {3}Is an address: 50 % of 60 passed/m)]);
  await assay.write(
    "broken.yaml",
    `kind: evaluation
data: few.csv
evaluations:
  - { template: is_polite, model: sandbox/error-500, inputs: { output: mail } }
`,
  );
  const broken = await assay.run(["run", "broken.yaml"]);
  expect([broken.code, broken.out]).toEqual([2, expect.stringMatching(/^undecided[\s\S]*No row has a score/m)]);
});

test("exits with 2 if a judge is not calibrated, and says so", async () => {
  await assay.write(
    "judged.yaml",
    `kind: evaluation
data: few.csv
evaluations:
  - template: is_polite
    model: sandbox/judge
    inputs: { output: mail }
    pass_rate: 0.1
`,
  );
  const { code, out, err } = await assay.run(["run", "judged.yaml"]);
  expect([code, err, out]).toEqual([2, expect.any(String), expect.stringMatching(/calibrat/)]);
});

test("a run that stops at its ceiling is undecided", async () => {
  await assay.write(
    "ceiling.yaml",
    `kind: evaluation
data: few.csv
ceiling_usd: 0
evaluations:
  - { template: is_polite, model: sandbox/judge, inputs: { output: mail }, pass_rate: 0.1 }
`,
  );
  const { code } = await assay.run(["run", "ceiling.yaml"]);
  expect(code).toBe(2);
});

test.each<[what: string, file: string, problem: RegExp]>([
  ["no YAML", "kind: [", /is not YAML/],
  ["another kind", "kind: nothing", /kind/],
  ["data that is missing", mailRun("none.csv", 1), /There is no file .*none\.csv/],
  ["an unknown template", mailRun("good.csv", 1).replace("is_email", "is_mail"), /no evaluation template is_mail/],
  ["an unknown column", mailRun("good.csv", 1).replace("text: mail", "text: letter"), /letter/],
  ["an unknown dataset", mailRun("x", 1).replace("data: x", "dataset: Nothing"), /There is no dataset Nothing/],
])("exits with 3 and a reason for a file with %s", async (_, file, problem) => {
  await assay.write("wrong.yaml", file);
  const { code, err, out } = await assay.run(["run", "wrong.yaml"]);
  expect([code, out, err]).toEqual([3, "", expect.stringMatching(problem)]);
});

test("exits with 3 if no server answers, or the API key is wrong or missing", async () => {
  const away = await assay.run(["run", "good.yaml"], { env: { ASSAY_URL: "http://127.0.0.1:9" } });
  expect([away.code, away.err]).toEqual([3, "No server answers at http://127.0.0.1:9.\n"]);
  const wrong = await assay.run(["run", "good.yaml"], { env: { ASSAY_API_KEY: "wrong" } });
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringMatching(/not valid.*assay login/)]);
  const none = await assay.run(["run", "good.yaml"], { env: { ASSAY_API_KEY: "" } });
  expect([none.code, none.err]).toEqual([3, expect.stringContaining("There is no API key")]);
});

const slowRun = (data: string) => mailRun(data, 0.9, "at_once: 1\n");

test("a command that is killed and restarted resumes the same run", async () => {
  await assay.write("killed.csv", mailData(3000, 3000));
  await assay.write("killed.yaml", slowRun("killed.csv"));
  const before = await runsOnServer();
  const first = assay.begin(["run", "killed.yaml"]);
  await first.says(/^Run: /m);
  first.child.kill("SIGKILL");
  await first.ended;
  const { code, err } = await assay.run(["run", "killed.yaml"]);
  expect([code, err]).toEqual([0, expect.stringContaining("Resuming the run")]);
  expect(await runsOnServer()).toBe(before + 1);
  // Once it has ended, the same words begin a new run.
  expect((await assay.run(["run", "good.yaml"])).err).toMatch(/^Run: /);
});

test("two commands with the same file and build share a run", async () => {
  await assay.write("shared.csv", mailData(40, 40));
  await assay.write("shared.yaml", mailRun("shared.csv", 0.9));
  const before = await runsOnServer();
  const words = ["run", "shared.yaml", "--build", "7"];
  const both = await Promise.all([assay.run(words), assay.run(words)]);
  expect(both.map(({ code, err }) => [code, err])).toEqual([0, 0].map((code) => [code, expect.any(String)]));
  expect(await runsOnServer()).toBe(before + 1);
});

test("Ctrl-C cancels the run; a time limit does not", async () => {
  // A judge takes its time for each row, so that the run is not over before the time is.
  await assay.write("stopped.csv", mailData(20_000, 20_000));
  const judged = slowRun("stopped.csv").replace("is_email", "is_polite").replace("{ text: mail }", "{ output: mail }");
  await assay.write("stopped.yaml", `${judged}    model: sandbox/judge\n`);
  const late = await assay.run(["run", "stopped.yaml", "--timeout", "15s"]);
  expect([late.code, late.err]).toEqual([3, expect.stringContaining("Timed out. The run continues")]);
  const begun = assay.begin(["run", "stopped.yaml"]);
  await begun.says(/Resuming the run/);
  begun.child.kill("SIGINT");
  const { code, err } = await begun.ended;
  expect([code, err]).toEqual([3, expect.stringMatching(/The run is cancelled[\s\S]*Stopped by SIGINT/)]);
  const runId = /runs\/([\da-f-]{36})/.exec(err)?.[1];
  const headers = { authorization: `Bearer ${assay.credentials.key}` };
  const status = async () =>
    (await send(assay.server.url, "GET", `/model-hub/eval-runs/${runId}/`, { headers })).body.result.status;
  await expect.poll(status).toBe("cancelled");
});

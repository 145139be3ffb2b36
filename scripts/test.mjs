// `npm test`: every check and every test, stage by stage, whatever an earlier one brought. `npm test -- <stage>` runs one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { installIfNeeded, requireNode } from "./install.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root, { tools: true });
const require = createRequire(import.meta.url);

/** Each returns how many tests passed and failed, and what there is to say of those; `further` are arguments for the test runner. */
const stages = { check, unit, build, http, pooler, e2e };
const [name, ...further] = process.argv.slice(2);
if (name !== undefined && !(name in stages)) {
  process.stderr.write(`There is no stage "${name}": ${Object.keys(stages).join(", ")}.\n`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
const failures = [];
for (const stage of name === undefined ? Object.keys(stages) : [name]) {
  process.stdout.write(`\n== ${stage} ==\n`);
  const { passed, failed, failures: found = [] } = await stages[stage](further);
  total.passed += passed;
  total.failed += failed;
  failures.push(...found.map(({ test, message }) => `${stage}: ${test}\n${brief(message)}`));
}
// Once more and last: logs of long runs are often kept by their end.
if (failures.length > 0) process.stdout.write(`\n== failed or flaky ==\n${failures.join("\n\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);

async function check() {
  // Pages' types are Next's to write; nothing else of a build is needed for checking.
  await run([program("next", "next"), "typegen"]);
  const commands = [
    ["biome", program("@biomejs/biome", "biome"), "ci"],
    ["tsc", program("typescript", "tsc"), "--noEmit"],
  ];
  let failed = 0;
  for (const [tool, ...args] of commands) {
    const isGood = (await run(args)) === 0;
    process.stdout.write(`${tool}: ${isGood ? "no problems" : "problems, see above"}\n`);
    if (!isGood) failed += 1;
  }
  return { passed: 0, failed };
}

function unit(further) {
  return vitest(["unit", "db", "db-alone", "edge"], further);
}

function http(further) {
  return vitest(["http"], further);
}

/** Database and HTTP suites with PgBouncer in transaction mode before PostgreSQL. */
function pooler(further) {
  // Debian puts it where only root looks.
  const env = { ...process.env, PATH: [process.env.PATH, "/usr/sbin"].join(delimiter) };
  if (spawnSync("pgbouncer", ["--version"], { env }).status === 0) return vitest(["pooler"], further);
  process.stdout.write("skipped: pgbouncer is not installed\n");
  return { passed: 0, failed: 0 };
}

async function vitest(projects, further) {
  const report = emptyReport("vitest.json");
  const selection = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run([program("vitest", "vitest"), "run", ...selection, ...reporters, ...further]);
  return count(report, code, ({ numPassedTests, numFailedTests, testResults }) => {
    // A file that could not be loaded has failed without a test of its own.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    const failures = testResults.flatMap(({ name, message, assertionResults }) => {
      const test = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0 && message) return [{ test, message }];
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${test} > ${fullName}`,
        message: failureMessages.join("\n"),
      }));
    });
    return { passed: numPassedTests, failed: numFailedTests + broken.length, failures };
  });
}

async function build() {
  return { passed: 0, failed: (await run(["scripts/build.mjs", "--routes"])) === 0 ? 0 : 1 };
}

async function e2e(further) {
  const report = emptyReport("playwright.json");
  const code = await run([program("playwright", "playwright"), "test", ...further]);
  return count(report, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(failedStories),
  }));
}

/** Stories that failed, at least the first time. */
function isTold({ ok, tests }) {
  return !ok || tests.some(({ status }) => status === "flaky");
}

/** The failed and the flaky stories of a suite of Playwright's report, and of those within it. */
function failedStories({ specs = [], suites = [] }) {
  const failed = specs.filter(isTold).map(({ file, line, title, tests, ok }) => ({
    test: `${file}:${line} > ${title}${ok ? " (flaky: passed on retry)" : ""}`,
    message: tests
      .flatMap(({ projectName, results }) =>
        results.flatMap(({ errors }) => errors.map(({ message }) => `[${projectName}] ${message}`)),
      )
      .join("\n"),
  }));
  return [...failed, ...suites.flatMap(failedStories)];
}

/** The beginning of a failure's message, without colours: enough to know it by. */
function brief(message) {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, 20);
  return lines.map((line) => `  ${line.slice(0, 300)}`).join("\n");
}

/** Reads a runner's report; a runner that failed counts as one failure at least, also when it left no report. */
function count(report, code, read) {
  try {
    const { failed, ...others } = read(JSON.parse(readFileSync(report, "utf8")));
    return { ...others, failed: code === 0 ? failed : Math.max(failed, 1) };
  } catch (error) {
    process.stderr.write(`The test runner wrote no report (${error.message}).\n`);
    return { passed: 0, failed: 1 };
  }
}

/** The path for a new report, with the last run's out of the way. */
function emptyReport(file) {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const path = join(root, "test-results", file);
  rmSync(path, { force: true });
  return path;
}

/** Path of a package's program, to be run by this Node. */
function program(packageName, command) {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[command]);
}

/** Runs Node with these words; returns the exit code, or the name of the signal that ended it. */
async function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  const [code, signal] = await once(child, "close");
  return code ?? signal;
}

// All benchmarks, one after the other, each in a process and on a database of its own: `npm run bench [name]…`
// What follows the names is the benchmark's own: `npm run bench export 200000 1`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const benchmarks = [
  "gateway",
  "annotation-loop",
  "dying-clients",
  "growth",
  "agreement",
  "export",
  "attack",
  "journal",
  "request-log",
  "traces",
  "evaluation",
  "evaluation-run",
  "intervals",
  "simulation",
];
/** These run only when they are named: they take as long as you say. */
const onRequest = ["mixed"];
const words = process.argv.slice(2);
const first = words.findIndex((word) => /^[-\d]/.test(word));
const chosen = first < 0 ? words : words.slice(0, first);
const all = [...benchmarks, ...onRequest];
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(", ")}. There are: ${all.join(", ")}.\n`);
  process.exit(1);
}

for (const name of chosen.length > 0 ? chosen : benchmarks) {
  process.stdout.write(`\n== ${name} ==\n`);
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, `${name}.ts`), ...words.slice(chosen.length)],
    {
      stdio: "inherit",
    },
  );
  const [code] = await once(child, "exit");
  if (code !== 0) process.exitCode = 1;
}

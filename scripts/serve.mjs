// The server itself, with `--dev` reloading on changes, with `--again` in place of one that has ended, with `--standby` once it gets the message
// to, with `--built` without a look at the sources of the screens, with `--api` without screens. `start.mjs` has prepared what it needs.
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.mjs";

const dev = process.argv.includes("--dev");
const standby = process.argv.includes("--standby") ? once(process, "message") : undefined;
// Nothing would start it again, and another server needs its port and its data.
process.on("disconnect", () => process.exit(1));
// Read by React and Next while they load.
process.env.NODE_ENV = dev ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED ||= "1";
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const begin = async (program) => {
  await program.load();
  await standby;
};
const [again, built, api] = ["--again", "--built", "--api"].map((word) => process.argv.includes(word));
const started = await runProgram("main", { dev, again, built, api, root }, standby && begin);
process.send?.(started);

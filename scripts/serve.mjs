// The server itself, with `--dev` reloading on changes, with `--again` in place of one that has ended. `start.mjs` has prepared
// what it needs.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.mjs";

const dev = process.argv.includes("--dev");
// Nobody would start it again, and who starts another needs its port and its data.
process.on("disconnect", () => process.exit(1));
// Read by React and Next while they load.
process.env.NODE_ENV = dev ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED ||= "1";
const root = dirname(dirname(fileURLToPath(import.meta.url)));
await runProgram("main", { dev, again: process.argv.includes("--again"), root });
process.send?.("ready");

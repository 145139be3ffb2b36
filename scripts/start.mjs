// `npm start`, and with `--dev` `npm run dev`: one command from a fresh checkout to a running server.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded, requireNode } from "./install.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);

const dev = process.argv.includes("--dev");
// Read by React and Next while they load.
process.env.NODE_ENV = dev ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED ||= "1";
const { register } = await import("tsx/esm/api");
register();
const { main } = await import("../lib/server/main.ts");
await main({ dev, root });

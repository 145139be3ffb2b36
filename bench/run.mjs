// Runs a server of this folder that `compile` has made one file of, as `npm start` runs Assay's; where it is kept running, it prints its process.
import { once } from "node:events";
import { runCompiled } from "../scripts/compiled.mjs";

const begun = process.argv.includes("--standby") ? once(process, "message") : undefined;
await runCompiled(process.argv[2], "main", undefined, { begin: begun && (() => begun) });
if (process.send) {
  process.on("disconnect", () => process.exit(1));
  process.stdout.write(`process ${process.pid}\n`);
  process.send({ standby: true });
}

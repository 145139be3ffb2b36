// One of several processes that answer the API: lib/server/workers.ts runs this.
import { register } from "tsx/esm/api";

register();
const { runWorker } = await import("../lib/server/worker.ts");
await runWorker(JSON.parse(process.argv[2]));

// One of several processes that answer the API: lib/server/workers.ts runs this.
import { loadProgram } from "./program.mjs";

const { runWorker } = await loadProgram();
await runWorker(JSON.parse(process.argv[2]));

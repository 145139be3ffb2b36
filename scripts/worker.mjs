// One of several processes that answer the API: lib/server/workers.ts runs this.
import { runProgram } from "./program.mjs";

await runProgram("runWorker", JSON.parse(process.argv[2]));

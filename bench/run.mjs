// Runs a server of this folder that `compile` has made one file of, as `npm start` runs Assay's.
import { runCompiled } from "../scripts/compiled.mjs";

await runCompiled(process.argv[2], "main");

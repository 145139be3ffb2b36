// Keeps a server of this folder running as `npm start` keeps Assay's, with another standing by.
import { fileURLToPath } from "node:url";
import { supervise } from "../scripts/supervise.mjs";

supervise(fileURLToPath(new URL("run.mjs", import.meta.url)), { args: [process.argv[2]] });

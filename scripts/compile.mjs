// Makes the server's program. In a process of its own, since a server would keep the 200 MB that this takes.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { hashSources, markBuilt } from "./built.mjs";
import { compileProgram } from "./program.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const hash = hashSources(root, "program");
await compileProgram();
markBuilt(root, "program", hash);

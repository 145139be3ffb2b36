// Makes the server's program. In a process of its own, since a server would keep the 200 MB that this takes.
import { compileProgram } from "./program.mjs";

await compileProgram();

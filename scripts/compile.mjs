// Makes the server's program, and the command line that it gives out. In a process of its own, since a server would keep the 200 MB
// that this takes.
import { makeCommand } from "./command.mjs";
import { compileProgram } from "./program.mjs";

await compileProgram();
await makeCommand();

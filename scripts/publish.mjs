// Makes the public files that come from other sources: the command line, and the documentation for models. A build on a hosted
// platform runs this first.
import { makeCommand } from "./command.mjs";
import { makeDocs } from "./docs.mjs";

makeDocs();
await makeCommand();

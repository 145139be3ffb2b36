// `npm run audit`: known weaknesses of what Assay ships. Ends with code 1 if one is high or critical. A registry that answers no audit,
// such as a mirror, is no failure.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded, requireNode } from "./install.mjs";
import { npm } from "./npm.mjs";
import { readLock, shippedPackages } from "./shipped.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// What is shipped is read from a build. With the tools, because CI goes on with the tests.
await installIfNeeded(root, { tools: true });

/** npm ends with code 1 when it has found something, and prints the same. */
function report() {
  try {
    return JSON.parse(npm(["audit", "--json", "--package-lock-only"], root));
  } catch (error) {
    try {
      return JSON.parse(error.stdout);
    } catch {
      return { message: error.stderr?.trim() || error.message };
    }
  }
}

const { vulnerabilities, message } = report();
if (!vulnerabilities) process.stdout.write(`No audit: the registry does not answer one (${message}).\n`);
else {
  const shipped = new Set(await shippedPackages(readLock()));
  const found = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some((path) => shipped.has(path)));
  for (const { name, severity, range } of found) process.stdout.write(`${severity}: ${name} ${range}\n`);
  process.stdout.write(`${found.length} shipped packages with known weaknesses\n`);
  process.exitCode = found.some(({ severity }) => ["high", "critical"].includes(severity)) ? 1 : 0;
}

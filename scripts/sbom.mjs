// `npm run sbom -- <file>`: writes what Assay ships as CycloneDX, and lists the licences. Ends with code 1 if one is not allowed.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isAllowed } from "./licences.mjs";
import { npm } from "./npm.mjs";
import { readLock, shippedPackages } from "./shipped.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [file] = process.argv.slice(2);
const lock = readLock();
const shipped = (await shippedPackages(lock)).map((path) => {
  const {
    name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version,
    license,
  } = lock.packages[path];
  return { ref: `${name}@${version}`, licence: license };
});

if (file) {
  const refs = new Set(shipped.map(({ ref }) => ref));
  const bom = JSON.parse(npm(["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], root));
  const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // npm names a project after its folder.
  bom.metadata.component.name = name;
  const own = bom.metadata.component["bom-ref"];
  bom.components = bom.components.filter((each) => refs.has(each["bom-ref"]));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === own)
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  writeFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), file), `${JSON.stringify(bom, null, 2)}\n`);
}

const counts = new Map();
for (const { licence = "unknown" } of shipped) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].sort(([, left], [, right]) => right - left))
  process.stdout.write(`${String(count).padStart(5)}  ${licence}\n`);
process.stdout.write(`${String(shipped.length).padStart(5)}  packages\n`);
const refused = shipped.filter(({ licence }) => !isAllowed(licence));
for (const { ref, licence } of refused)
  process.stderr.write(`${ref} has the licence ${licence}, which is not allowed.\n`);
process.exitCode = refused.length > 0 ? 1 : 0;

// Installs the packages unless they already match package-lock.json. Runs before any of them can be used.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIfThere } from "./built.mjs";
import { packagesBelow } from "./packages.mjs";
import { endSignals } from "./signals.mjs";

const minimum = [20, 9];

/** Ends the process with a sentence when this Node cannot run Assay. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  fail(`Assay needs Node.js ${minimum.join(".")} or newer; this is ${process.versions.node}.`);
}

/**
 * @param {string} root The project's folder.
 * @param {{ toRun?: boolean, tools?: boolean }} options `toRun`: only what runs a build has to be there, as `npm ci --omit=dev` leaves it.
 * `tools`: also what checks and tests need, which is the workspace `tools`. A start does not wait for that.
 */
export async function installIfNeeded(root, { toRun = false, tools = false } = {}) {
  const lock = readIfThere(join(root, "package-lock.json"));
  if (lock === undefined) fail(`${join(root, "package-lock.json")} is missing: take it from the repository.`);
  // Packages hold programs for one platform, which a folder copied from another machine would lack.
  const stampText = (withTools) =>
    `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}${withTools ? " tools" : ""}\n`;
  const stamp = join(root, "node_modules", ".assay-install");
  const stamped = readIfThere(stamp);
  if (stamped === stampText(true) || (!tools && stamped === stampText(false))) return;
  const packages = JSON.parse(lock).packages;
  const all = Object.keys(packages).filter((path) => path !== "");
  if (toRun && isInstalled(root, packages, all, isNeededToRun)) return;
  const hasTools = isInstalled(root, packages, all, isNeeded);
  if (!hasTools && (tools || !isInstalled(root, packages, ofStart(packages), isNeeded))) await install(root, tools);
  writeFileSync(stamp, stampText(hasTools || tools));
}

/** The packages that a start needs, to build and to run: all but those of the tools. */
const ofStart = (packages) => {
  const { dependencies, devDependencies, optionalDependencies } = packages[""];
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return packagesBelow({ packages }, names, { optional: true });
};

/** Whether an `npm install` of the user's own left just these packages; npm keeps a record of what it installed. */
function isInstalled(root, packages, paths, counts) {
  const record = readIfThere(join(root, "node_modules", ".package-lock.json"));
  if (record === undefined) return false;
  const { packages: installed } = JSON.parse(record);
  return paths.every((path) => !counts(packages[path]) || installed[path]?.version === packages[path].version);
}

/** Optional packages are programs for one platform; which C library this one has is left to npm. */
const isNeeded = ({ optional, os, cpu, libc }) =>
  !optional || (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);

/** Not the embedded PostgreSQL either: a start without it says which setting it needs. */
const isNeededToRun = ({ dev, devOptional, optional }) => !dev && !devOptional && !optional;

async function install(root, tools) {
  process.stdout.write("Installing packages (about a minute)\n");
  const begin = performance.now();
  const directory = mkdtempSync(join(tmpdir(), "assay-install-"));
  const logPath = join(directory, "npm.log");
  const log = openSync(logPath, "a");
  const options = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  if (!tools) options.push("--no-workspaces");
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : undefined;
  const child = npm
    ? spawn(process.execPath, [npm, ...options], { cwd: root, stdio: ["ignore", log, log] })
    : spawn("npm", options, { cwd: root, stdio: ["ignore", log, log], shell: process.platform === "win32" });
  closeSync(log);
  // A person who ends this process no longer wants the packages.
  const end = (signal) => child.kill(signal);
  for (const signal of endSignals) process.on(signal, end);
  const code = await once(child, "close").then(
    ([status]) => status,
    (error) => error.message,
  );
  for (const signal of endSignals) process.off(signal, end);
  if (code !== 0) {
    const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");
    // npm puts the reason first, and may let pages of usage follow.
    const reason = lines.findIndex((line) => line.startsWith("npm error"));
    process.stderr.write(`${(reason < 0 ? lines.slice(-20) : lines.slice(reason, reason + 15)).join("\n")}\n`);
    fail(
      `Installing the packages failed (${typeof code === "string" ? code : `npm ended with ${code}`}); whole log: ${logPath}`,
    );
  }
  rmSync(directory, { recursive: true });
  process.stdout.write(`Packages installed in ${((performance.now() - begin) / 1000).toFixed(1)}s\n`);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

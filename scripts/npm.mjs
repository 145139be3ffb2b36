// Runs npm, the one that runs this process if one does. What it prints; a failure has `stdout` and `stderr`.
import { execFileSync } from "node:child_process";

export function npm(words, cwd) {
  const own = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : undefined;
  const options = { cwd, encoding: "utf8", maxBuffer: 64_000_000, stdio: ["ignore", "pipe", "pipe"] };
  return own
    ? execFileSync(process.execPath, [own, ...words], options)
    : execFileSync("npm", words, { ...options, shell: process.platform === "win32" });
}

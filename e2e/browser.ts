import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/**
 * The program to run the browser tests with: ASSAY_BROWSER, Playwright's own, the system's, or the one inside an npm package.
 * Throws when there is none.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.ASSAY_BROWSER;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`ASSAY_BROWSER names ${named}, which does not exist.`);
  }
  const installed = [chromium.executablePath(), ...systemBrowsers()].find((path) => existsSync(path));
  const found = installed ?? (await packagedBrowser());
  if (found) return found;
  throw new Error("No browser for the tests: run `npx playwright install chromium`, or set ASSAY_BROWSER.");
}

function systemBrowsers(): string[] {
  if (process.platform === "darwin") {
    return ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === "win32") {
    const { PROGRAMFILES, "PROGRAMFILES(X86)": x86, LOCALAPPDATA } = process.env;
    return [PROGRAMFILES, x86, LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, "Google", "Chrome", "Application", "chrome.exe"));
  }
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** `@sparticuz/chromium` holds a compressed Chromium for Linux x64, with the shared libraries that a bare system lacks. */
async function packagedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  let entry: string;
  try {
    entry = require.resolve("@sparticuz/chromium");
  } catch {
    return undefined;
  }
  const directory = await unpack(entry);
  const browser = join(directory, "chromium");
  if (await starts(browser)) return browser;
  const libraries = join(directory, "al2023", "lib");
  process.env.LD_LIBRARY_PATH = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  process.env.FONTCONFIG_PATH ??= join(directory, "fonts");
  return (await starts(browser)) ? browser : undefined;
}

const starts = (browser: string): Promise<boolean> =>
  run(browser, ["--version"]).then(
    () => true,
    () => false,
  );

/** Unpacks beside the packages, once: the folder gets its name when it is complete. */
async function unpack(entry: string): Promise<string> {
  const cache = join(dirname(require.resolve("playwright/package.json")), "..", ".cache");
  const directory = join(cache, "assay-chromium");
  if (existsSync(directory)) return directory;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, "assay-chromium-"));
  // In a process of its own, because the package takes the place and the contents from these variables: VERCEL asks for the libraries.
  const script = "require(process.argv[1]).executablePath()";
  try {
    await run(process.execPath, ["--eval", script, entry], {
      env: { ...process.env, TMPDIR: unfinished, VERCEL: "1" },
    });
    await rename(unfinished, directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

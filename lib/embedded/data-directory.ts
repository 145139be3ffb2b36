// The one folder on disk that Assay owns: the embedded database, generated secrets, logs.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/startup-error";
import { LockHeld, takeLock } from "./lock";

/** Absolute path of the data directory; a relative ASSAY_DATA_DIR counts from the working directory. */
export const dataDirectory = (): string => resolve(process.env.ASSAY_DATA_DIR || ".assay");

/** Makes the data directory if need be and holds it for this process until the returned function is called. */
export async function lockDataDirectory(): Promise<() => void> {
  const directory = dataDirectory();
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return await takeLock(join(directory, "lock"));
  } catch (error) {
    if (error instanceof LockHeld) {
      throw new StartupError(`Assay is already running on ${directory} (process ${error.pid}).`, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The data directory ${directory} cannot be used (${reason}); set ASSAY_DATA_DIR.`, {
      cause: error,
    });
  }
}

function readSecrets(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch (error) {
    // Generating new ones would end every session and make stored credentials unreadable, so a person decides.
    throw new StartupError(
      `${path} is damaged: restore it from a backup, or delete it to have new secrets generated.`,
      {
        cause: error,
      },
    );
  }
}

/** The secret of that name: 32 random bytes in base64url, generated on first use and then always the same. */
export function storedSecret(name: string): string {
  const path = join(dataDirectory(), "secrets.json");
  const secrets = readSecrets(path);
  const known = secrets[name];
  if (known !== undefined) return known;
  const secret = randomBytes(32).toString("base64url");
  mkdirSync(dataDirectory(), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...secrets, [name]: secret }, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${path}.new`, path);
  return secret;
}

// The server's address and the key. The environment wins over what `assay login` has stored.
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { whenNoFile } from "@/lib/rejections";
import { Problem } from "./verdict";

const DEFAULT_URL = "http://localhost:3000";

const stored = z.object({ url: z.string(), api_key: z.string(), secret_key: z.string().optional() });

export interface Settings {
  url: string;
  apiKey: string;
  /** A key is enough; with its secret the server checks both. */
  secretKey: string | undefined;
}

/** The folder of this user's settings and of runs that have not ended. */
export function settingsFolder(): string {
  const { ASSAY_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (ASSAY_CONFIG_DIR) return ASSAY_CONFIG_DIR;
  const base = XDG_CONFIG_HOME || (process.platform === "win32" && APPDATA) || join(homedir(), ".config");
  return join(base, "assay");
}

export const credentialsFile = (): string => join(settingsFolder(), "credentials.json");

/** Writes a file that only this user can read, whole or not at all. */
export async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    // An older draft of the same name would have kept its mode.
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** A key that a header can carry, without blanks around it; else a Problem that names what holds it. */
export function checkedKey(text: string, what: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Problem(`${what} may have letters without accents, digits and signs only, without spaces.`);
}

export const saveSettings = ({ url, apiKey, secretKey }: Settings): Promise<void> =>
  writePrivately(
    credentialsFile(),
    `${JSON.stringify({ url, api_key: apiKey, ...(secretKey && { secret_key: secretKey }) }, null, 2)}\n`,
  );

async function readStored(): Promise<z.infer<typeof stored> | null> {
  const text = await readFile(credentialsFile(), "utf8").catch(whenNoFile(() => null));
  if (text === null) return null;
  try {
    return stored.parse(JSON.parse(text));
  } catch (cause) {
    throw new Problem(`${credentialsFile()} cannot be read. Run assay login again.`, { cause });
  }
}

/** The address without a path, as operations append theirs. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Problem(`"${text}" is not an address. Write it like https://assay.example.com.`);
  if (url.pathname !== "/" || url.search || url.username)
    throw new Problem(`"${text}" is not a server's address: leave out everything after the host.`);
  return url.origin;
}

export async function readSettings(): Promise<Settings> {
  const { ASSAY_URL, ASSAY_API_KEY, ASSAY_SECRET_KEY } = process.env;
  // A stored file is not needed, and may be broken, where the environment names everything.
  const kept = ASSAY_URL && ASSAY_API_KEY ? null : await readStored();
  const url = addressOf(ASSAY_URL || kept?.url || DEFAULT_URL);
  if (ASSAY_API_KEY) {
    const apiKey = checkedKey(ASSAY_API_KEY, "ASSAY_API_KEY");
    return { url, apiKey, secretKey: ASSAY_SECRET_KEY ? checkedKey(ASSAY_SECRET_KEY, "ASSAY_SECRET_KEY") : undefined };
  }
  if (!kept) throw new Problem("There is no API key. Run assay login, or set ASSAY_URL and ASSAY_API_KEY.");
  // A key is only for the server for which it was stored.
  if (url !== addressOf(kept.url))
    throw new Problem(`The stored key is for ${kept.url}, not for ${url}. Run assay login, or set ASSAY_API_KEY.`);
  return { url, apiKey: kept.api_key, secretKey: kept.secret_key };
}

// Values that are not yet where they belong, in files of this process's own. What a write has handed to the system stays there when
// the process is killed: the page cache belongs to the kernel. Only a power loss or a crash of the system can take it.
import { close, fdatasync, mkdirSync, openSync, writeSync } from "node:fs";
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { logIgnored } from "@/lib/error-report";
import { whenNoFile } from "@/lib/rejections";
import { isRunning, startMark } from "./processes";

/** A file takes no more records from this size on, and is removed once none of its records is wanted. */
const FILE_BYTES = 1024 * 1024;
/** Where no record has been released for so long, those that wait are written through to the disk, as often. */
const SYNC_MS = 1_000;

let filesMade = 0;

interface JournalFile {
  path: string;
  descriptor: number;
  bytes: number;
  /** Records that are still wanted. */
  pending: number;
}

interface JournalOptions {
  folder: string;
  /** Takes a sentence for the operator. */
  warn(sentence: string): void;
}

export class Journal<T> {
  readonly #options: JournalOptions;
  /** This process, also among others that have had its number. */
  readonly #owner = `${process.pid}.${encoded(startMark(process.pid) ?? "")}`;
  readonly #syncing: NodeJS.Timeout;
  #file: JournalFile | null = null;
  #releasedAt = performance.now();
  #isFailing = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    this.#syncing = setInterval(() => this.#file && this.#sync(this.#file), SYNC_MS).unref();
  }

  /**
   * Writes a value before it returns; call what it returns when the value is no longer needed. If nothing can be written, the
   * operator is informed once, and the value is not stored anywhere.
   */
  keep(value: T): () => void {
    const record = recordOf(JSON.stringify(value));
    try {
      const file = this.#fileWithRoom();
      // At this position, so that it overwrites the remains of a failed write.
      const written = writeSync(file.descriptor, record, file.bytes);
      if (written < Buffer.byteLength(record)) throw new Error(`only ${written} bytes were taken`);
      file.bytes += written;
      file.pending += 1;
      if (this.#isFailing) this.#options.warn("The journal is writable again.");
      this.#isFailing = false;
      return () => this.#release(file);
    } catch (error) {
      this.#fail(error);
      return () => undefined;
    }
  }

  /**
   * Hands over, file by file, what processes that have ended have left, and removes it once `store` has taken it. Throws what `store`
   * throws; what is left is handed over again next time.
   */
  async replay(store: (values: readonly T[]) => Promise<void>): Promise<number> {
    const { folder, warn } = this.#options;
    let count = 0;
    for (const name of await readdir(folder).catch(whenNoFile((): string[] => []))) {
      if (!hasEnded(name)) continue;
      const path = join(folder, name);
      const { values, damaged } = readRecords<T>(await readFile(path, "utf8").catch(whenNoFile(() => "")));
      if (damaged > 0) warn(`Damaged journal records that are lost: ${damaged} (${path}).`);
      if (values.length > 0) await store(values);
      await remove(path);
      count += values.length;
    }
    return count;
  }

  /** Removes the file where nothing in it is wanted any more; otherwise the next process finds it. */
  async close(): Promise<void> {
    clearInterval(this.#syncing);
    const file = this.#file;
    this.#file = null;
    if (file) await this.#retire(file);
  }

  #fileWithRoom(): JournalFile {
    if (this.#file && this.#file.bytes < FILE_BYTES) return this.#file;
    filesMade += 1;
    const path = join(this.#options.folder, `${this.#owner}.${filesMade}.journal`);
    const full = this.#file;
    this.#file = { path, descriptor: openSync(path, "wx", 0o600), bytes: 0, pending: 0 };
    if (full) this.#retire(full).catch(logIgnored("close a file of the journal"));
    return this.#file;
  }

  async #retire(file: JournalFile): Promise<void> {
    await this.#sync(file);
    await promisify(close)(file.descriptor);
    await removeUnwanted(file);
  }

  #release(file: JournalFile): void {
    this.#releasedAt = performance.now();
    file.pending -= 1;
    if (file !== this.#file) removeUnwanted(file).catch(logIgnored("remove a file of the journal"));
  }

  async #sync({ descriptor, pending }: JournalFile): Promise<void> {
    if (pending === 0 || performance.now() - this.#releasedAt < SYNC_MS) return;
    await promisify(fdatasync)(descriptor).catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn(
      `The journal cannot be written (${reason}): until it can, a killed server loses what is not stored yet.`,
    );
  }
}

async function removeUnwanted({ path, pending }: JournalFile): Promise<void> {
  if (pending === 0) await remove(path);
}

/** Another process may have done so. */
const remove = (path: string): Promise<void> => unlink(path).catch(whenNoFile(() => undefined));

/** A line: a checksum, and JSON, in which no line ends. */
const recordOf = (json: string): string => `${checksum(json)} ${json}\n`;

/** FNV-1a: enough to distinguish a record from the remains of one after a power failure. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** The records of a file. The last one may be torn: its writer was killed before anything could rely on it. */
function readRecords<T>(text: string): { values: T[]; damaged: number } {
  const lines = text.split("\n").slice(0, -1);
  const whole = lines.flatMap((line) => {
    const json = line.slice(line.indexOf(" ") + 1);
    // Safe because the checksum says that `keep` has written it.
    return line.startsWith(`${checksum(json)} `) ? [JSON.parse(json) as T] : [];
  });
  return { values: whole, damaged: lines.length - whole.length };
}

const encoded = (mark: string): string => Buffer.from(mark).toString("base64url");

/** Whether a file is a journal whose process has ended. */
function hasEnded(name: string): boolean {
  const [, pid, mark = ""] = /^(\d+)\.([\w-]*)\.\d+\.journal$/.exec(name) ?? [];
  return pid !== undefined && !isRunning(Number(pid), Buffer.from(mark, "base64url").toString());
}

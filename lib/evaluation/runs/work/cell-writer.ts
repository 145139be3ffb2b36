// Collects the results of cells and writes them in batches while the next cells run. Paid results are kept until they
// are written: a failed write is repeated, and never causes another call to a provider.
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { writePatiently } from "@/db/outages/write-patiently";
import { reasonOf } from "@/lib/failures";
import { ledgerWritten } from "@/lib/gateway-admin/money/ledger";
import { plus } from "../../judge/spend";
import type { RunRow } from "../loaders";
import { unwritable } from "./cell-result";
import { type CompletedCell, writeCells } from "./write-cells";

/** Large, because each statement waits for its turn while functions compute. Many small batches would be slow. */
const BATCH = 1000;
/** The most input characters of a batch. */
const BATCH_CHARACTERS = 4_000_000;
/** The longest time that a paid result waits to be written. */
const WAIT_MS = 100;

/**
 * Results that a step could not write, by run, for the last few runs. The next step in this process writes them first.
 */
const unwritten = new Map<string, readonly CompletedCell[]>();
const KEPT_RUNS = 8;

/** A cell that was retried before its first try was written: its cost is the cost of both. */
const merged = (before: CompletedCell, { result, tries, ...last }: CompletedCell): CompletedCell => ({
  ...last,
  tries: before.tries + tries,
  result: { ...result, ...plus(before.result, result) },
});

const charactersOf = ({ result }: CompletedCell): number =>
  Object.values({ ...result.log?.mapping, ...result.texts }).reduce<number>(
    (sum, input) => sum + (typeof input === "string" ? input.length : 0),
    0,
  );

const keyOf = ({ cell: { evaluationId, rowId, repeat } }: CompletedCell): string =>
  `${evaluationId} ${rowId} ${repeat}`;

export class CellWriter {
  isCancelled = false;
  /** Another step has taken the run, so nothing more is written. */
  isLost = false;
  stopped: ReadonlySet<string> = new Set();
  private isWaiting = false;
  private readonly ended = new Map<string, CompletedCell>();
  private writing: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failure: unknown = null;

  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    private readonly holder: string,
    /** How long to keep trying during a database outage before the next step takes over. Null for the usual time. */
    private readonly patienceMs: number | null = null,
  ) {}

  goesOn(): boolean {
    return !this.isCancelled && !this.isLost && !this.isWaiting && this.failure === null;
  }

  /** Writes what an earlier step could not write. */
  async writeLeft(): Promise<void> {
    const left = unwritten.get(this.run.id) ?? [];
    unwritten.delete(this.run.id);
    for (const one of left) this.ended.set(keyOf(one), one);
    await this.flush();
  }

  /** Resolves at once, unless more than one batch has collected. */
  async add(ended: CompletedCell): Promise<void> {
    const key = keyOf(ended);
    const before = this.ended.get(key);
    this.ended.set(key, before ? merged(before, ended) : ended);
    if (this.ended.size >= 2 * BATCH) await this.writing;
    if (this.ended.size >= BATCH) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), WAIT_MS);
  }

  /** Writes all that is left. Throws if the database refuses, and leaves the rest to the next step. */
  async flush(): Promise<void> {
    while (this.failure === null && (this.writing || this.ended.size > 0)) {
      this.begin();
      await this.writing;
    }
    if (this.timer) clearTimeout(this.timer);
    if (this.failure === null) return;
    unwritten.set(this.run.id, [...this.ended.values()]);
    const [oldest] = unwritten.keys();
    if (unwritten.size > KEPT_RUNS && oldest !== undefined) unwritten.delete(oldest);
    throw this.failure;
  }

  private begin(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.writing || this.ended.size === 0 || this.failure !== null) return;
    this.writing = this.write(this.takeBatch()).finally(() => {
      this.writing = null;
      if (this.ended.size >= BATCH) this.begin();
      else if (this.ended.size > 0) this.timer ??= setTimeout(() => this.begin(), WAIT_MS);
    });
  }

  private takeBatch(): CompletedCell[] {
    const batch: CompletedCell[] = [];
    let characters = 0;
    for (const [key, one] of this.ended) {
      characters += charactersOf(one);
      if (batch.length > 0 && (batch.length === BATCH || characters > BATCH_CHARACTERS)) break;
      this.ended.delete(key);
      batch.push(one);
    }
    return batch;
  }

  private async write(batch: readonly CompletedCell[]): Promise<void> {
    let left = batch;
    try {
      await this.attempt(batch);
      left = [];
    } catch (error) {
      try {
        if (isTemporaryFailure(error)) throw error;
        // One of them cannot be written, but the others can. That one becomes an error that keeps its cost.
        while (left[0]) {
          await this.writeOne(left[0]);
          left = left.slice(1);
        }
      } catch (last) {
        this.failure ??= last;
      }
    }
    for (const one of left) {
      const later = this.ended.get(keyOf(one));
      this.ended.set(keyOf(one), later ? merged(one, later) : one);
    }
  }

  private async writeOne(one: CompletedCell): Promise<void> {
    try {
      await this.attempt([one]);
    } catch (error) {
      if (isTemporaryFailure(error)) throw error;
      const result = unwritable(one.result, `The result could not be stored. ${reasonOf(error)}`);
      await this.attempt([{ ...one, result, notBefore: null }]);
    }
  }

  private async attempt(batch: readonly CompletedCell[]): Promise<void> {
    const write = async () => {
      if (this.isLost) return;
      // The gateway's ledger has the cost first. If a process is killed, the run reads the cost from there later.
      if (batch.some(({ result }) => result.costMicros > 0)) await ledgerWritten();
      const written = await writeCells(this.db, this.run, this.holder, batch);
      this.isWaiting = false;
      if (!written) this.isLost = true;
      else {
        this.isCancelled = written.isCancelled;
        this.stopped = written.stopped;
      }
    };
    const onWait = () => {
      this.isWaiting = true;
    };
    await writePatiently(write, { onWait, ...(this.patienceMs === null ? {} : { patienceMs: this.patienceMs }) });
  }
}

// Gathers what came of cells and writes it in batches, while the next cells are under way.
import type { Database } from "@/db/client";
import { ledgerWritten } from "@/lib/gateway-admin/money/ledger";
import type { RunRow } from "./loaders";
import { type Ended, writeCells } from "./write-cells";

/** Large: while functions compute, each statement's answer waits for a turn, so that many small batches hold them up. */
const BATCH = 1000;
/** What the inputs of a batch may take together. */
const BATCH_CHARACTERS = 4_000_000;
/** What was paid for waits no longer than this to be written. */
const WAIT_MS = 100;

/** A cell that was tried again before its first try was written: its cost is the cost of both. */
const merged = (before: Ended, { result, tries, ...last }: Ended): Ended => ({
  ...last,
  tries: before.tries + tries,
  result: {
    ...result,
    costMicros: before.result.costMicros + result.costMicros,
    unpriced: before.result.unpriced + result.unpriced,
  },
});

const charactersOf = ({ result }: Ended): number =>
  Object.values(result.log?.mapping ?? {}).reduce<number>(
    (sum, input) => sum + (typeof input === "string" ? input.length : 0),
    0,
  );

export class CellWriter {
  isCancelled = false;
  /** Another step has taken the run: nothing more is written. */
  isLost = false;
  stopped: ReadonlySet<string> = new Set();
  private readonly ended = new Map<string, Ended>();
  private writing: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failure: unknown = null;

  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    private readonly holder: string,
  ) {}

  goesOn(): boolean {
    return !this.isCancelled && !this.isLost && this.failure === null;
  }

  /** Resolves at once, unless more has gathered than is written at a time. */
  async add(ended: Ended): Promise<void> {
    const { evaluationId, rowId, repeat } = ended.cell;
    const key = `${evaluationId} ${rowId} ${repeat}`;
    const before = this.ended.get(key);
    this.ended.set(key, before ? merged(before, ended) : ended);
    if (this.ended.size >= 2 * BATCH) await this.writing;
    if (this.ended.size >= BATCH) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), WAIT_MS);
  }

  /** Writes all that is left. Throws where the database refuses. */
  async flush(): Promise<void> {
    while (this.writing || this.ended.size > 0) {
      this.begin();
      await this.writing;
    }
    if (this.timer) clearTimeout(this.timer);
    if (this.failure !== null) throw this.failure;
  }

  private begin(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.writing || this.ended.size === 0) return;
    this.writing = this.write(this.takeBatch()).finally(() => {
      this.writing = null;
      if (this.ended.size >= BATCH) this.begin();
      else if (this.ended.size > 0) this.timer ??= setTimeout(() => this.begin(), WAIT_MS);
    });
  }

  private takeBatch(): Ended[] {
    const batch: Ended[] = [];
    let characters = 0;
    for (const [key, one] of this.ended) {
      characters += charactersOf(one);
      if (batch.length > 0 && (batch.length === BATCH || characters > BATCH_CHARACTERS)) break;
      this.ended.delete(key);
      batch.push(one);
    }
    return batch;
  }

  private async write(batch: readonly Ended[]): Promise<void> {
    if (this.isLost || this.failure !== null) return;
    try {
      // What cells have cost stands in the gateway's ledger first: of what a killed process leaves there, the run learns later.
      if (batch.some(({ result }) => result.costMicros > 0)) await ledgerWritten();
      const written = await writeCells(this.db, this.run, this.holder, batch);
      if (!written) this.isLost = true;
      else {
        this.isCancelled = written.isCancelled;
        this.stopped = written.stopped;
      }
    } catch (error) {
      this.failure ??= error;
    }
  }
}

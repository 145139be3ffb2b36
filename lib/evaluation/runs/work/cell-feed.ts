// Hands out a run's open cells one by one: retries that are due first, then the next in order.
import type { Database } from "@/db/client";
import { handledBy } from "@/lib/rejections";
import type { RunRow } from "../loaders";
import { type OpenCell, openCellsAfter } from "./open-cells";

/** With no work in progress, the longest wait inside a step. For longer waits the run sleeps without a step. */
const PATIENCE_MS = 1000;

interface Waiting extends OpenCell {
  notBefore: Date;
}

interface FeedOptions {
  /** When the step's time is up; it waits for nothing beyond that. */
  until: number;
  skips: (evaluationId: string) => boolean;
  canBegin: (evaluationId: string) => boolean;
}

export class CellFeed {
  /** Set when the ceiling has no room for a cell, and no work in progress could free reserved money. */
  isUnpaid = false;
  private readonly waiting: Waiting[] = [];
  private underWay = 0;
  private wake = () => {};

  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    private readonly options: FeedOptions,
  ) {}

  /** A cell that was handed out has ended, or is to be retried. */
  end(again: Waiting | null): void {
    this.underWay -= 1;
    if (again) this.waiting.push(again);
    this.wake();
  }

  async *cells(): AsyncGenerator<OpenCell> {
    let batch: OpenCell[] = [];
    let nextPosition = 0;
    let next: Promise<OpenCell[]> | null = openCellsAfter(this.db, this.run, -1);
    while (Date.now() < this.options.until) {
      if (nextPosition >= batch.length && next) {
        batch = await next;
        nextPosition = 0;
        const last = batch.at(-1);
        // Load the next batch while this one is in progress.
        next = last ? openCellsAfter(this.db, this.run, last.position) : null;
        next?.catch(handledBy("the await above, in the next round"));
      }
      const due = this.waiting.findIndex(({ notBefore }) => notBefore.getTime() <= Date.now());
      const cell = this.waiting[due] ?? batch[nextPosition];
      if (cell && this.options.skips(cell.evaluationId)) {
        if (due < 0) nextPosition += 1;
        else this.waiting.splice(due, 1);
      } else if (cell && this.options.canBegin(cell.evaluationId)) {
        if (due < 0) nextPosition += 1;
        else this.waiting.splice(due, 1);
        this.underWay += 1;
        yield cell;
      } else if (cell && this.underWay === 0) {
        this.isUnpaid = true;
        return;
      } else if (!cell && this.underWay === 0 && this.soonest() > Date.now() + PATIENCE_MS) {
        return;
      } else {
        await this.change();
      }
    }
  }

  private soonest(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.waiting.map(({ notBefore }) => notBefore.getTime()));
  }

  /** Waits until a cell in progress has ended, or the next retry is due. */
  private async change(): Promise<void> {
    const soonest = Math.min(this.options.until, this.soonest());
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, Math.max(0, soonest - Date.now()) + 1);
    });
    clearTimeout(timer);
    this.wake = () => {};
  }
}

// Hands out the open cells of a run one by one: those whose second try is due first, then the next in their order.
import type { Database } from "@/db/client";
import { handledBy } from "@/lib/rejections";
import type { RunRow } from "../loaders";
import { type OpenCell, openCellsAfter } from "./open-cells";

/** With nothing under way no longer than this is waited for: the run sleeps without a step. */
const PATIENCE_MS = 1000;

interface Waiting extends OpenCell {
  notBefore: Date;
}

interface FeedOptions {
  /** When the step's time is up: nothing is waited for beyond it. */
  until: number;
  skips: (evaluationId: string) => boolean;
  canBegin: (evaluationId: string) => boolean;
}

export class CellFeed {
  /** Set when a cell could not be paid for while nothing was under way that might leave some of what is held for it. */
  isUnpaid = false;
  private readonly waiting: Waiting[] = [];
  private underWay = 0;
  private wake = () => {};

  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    private readonly options: FeedOptions,
  ) {}

  /** A cell that was handed out has ended, or is to be tried again. */
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
        // Asked for while this batch is worked on.
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

  /** Until a cell under way has ended, or the next second try is due. */
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

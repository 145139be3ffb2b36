// Finished calls on their way to Postgres, in a process that reaches it: the gateway hands them over and never waits. While
// Postgres is out of reach they are buffered, and the oldest are dropped when there are too many.

const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
const BATCH = 500;
const BATCH_CHARACTERS = 5_000_000;
const CAPACITY = { calls: 10_000, characters: 50_000_000 };

/** A call, as far as the buffer knows it. */
interface BufferedCall {
  /** Length of its contents. */
  characters: number;
}

interface CallBufferParts<Call> {
  /** Writes calls, and returns why some of them were refused. Throws when they are worth another attempt. */
  store(calls: readonly Call[]): Promise<string[]>;
  /** Takes a sentence for the operator. */
  warn(sentence: string): void;
  /** Reports why one was refused, and how many were dropped; writes to Postgres by default. */
  refused?: (why: string) => string;
  lost?: (count: number) => string;
  /** Counts one that was dropped. */
  countLost?: (call: Call) => void;
  /** The limits of the buffer. */
  capacity?: { calls: number; characters: number };
}

const notRecorded = (why: string): string => `A call was not recorded. ${why}`;
const unrecorded = (count: number): string =>
  `Calls not recorded because the database did not store them in time: ${count}.`;

export class CallBuffer<Call extends BufferedCall> {
  readonly #parts: CallBufferParts<Call>;
  readonly #capacity: { calls: number; characters: number };
  #waiting: Call[] = [];
  /** Of the calls that wait and of those that are being written. */
  #characters = 0;
  #lost = 0;
  /** How many of all accepted calls are done: written, refused or dropped. */
  #taken = 0;
  #gone = 0;
  #waiters: { until: number; resolve: () => void }[] = [];
  #pause = PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<boolean> | undefined;

  constructor(parts: CallBufferParts<Call>) {
    this.#parts = parts;
    this.#capacity = parts.capacity ?? CAPACITY;
  }

  /** How many calls are not written yet. */
  get size(): number {
    return this.#taken - this.#gone;
  }

  /** Takes a call, and returns at once. */
  add(call: Call): void {
    this.#waiting.push(call);
    this.#taken += 1;
    this.#characters += call.characters;
    this.#makeRoom();
    this.#schedule();
  }

  /** Writes at once the calls that were handed over before; resolves when they are written, or could not be. */
  written(): Promise<void> {
    if (this.#gone === this.#taken) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ until: this.#taken, resolve });
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#schedule();
    });
  }

  /** Writes the buffered calls; stops at the first failure. */
  async drain(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while ((this.#waiting.length > 0 || this.#writing) && (await this.#write()));
    for (const call of this.#waiting.splice(0)) this.#drop(call);
    this.#tellLost();
    this.#wake(true);
  }

  /** `all`: does not wait for a database that does not answer. */
  #wake(all: boolean): void {
    const woken = this.#waiters.filter(({ until }) => all || until <= this.#gone);
    this.#waiters = this.#waiters.filter((waiter) => !woken.includes(waiter));
    for (const { resolve } of woken) resolve();
  }

  #makeRoom(): void {
    const { calls, characters } = this.#capacity;
    while (this.#waiting.length > 1 && (this.#waiting.length > calls || this.#characters > characters)) {
      const oldest = this.#waiting.shift();
      if (oldest) this.#drop(oldest);
    }
  }

  #drop(call: Call): void {
    this.#characters -= call.characters;
    this.#lost += 1;
    this.#gone += 1;
    this.#parts.countLost?.(call);
  }

  #schedule(): void {
    if (this.#timer || this.#writing || this.#waiting.length === 0) return;
    const isAtOnce = this.#waiters.length > 0 && this.#pause === PAUSE_MS;
    this.#timer = setTimeout(
      async () => {
        this.#timer = undefined;
        while ((await this.#write()) && this.#waiting.length >= BATCH);
        this.#schedule();
      },
      isAtOnce ? 0 : this.#pause,
    );
    this.#timer.unref();
  }

  /** Writes one batch; one at a time. Resolves to false when it has to be tried again. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeBatch(): Promise<boolean> {
    this.#tellLost();
    const batch = this.#takeBatch();
    const isWritten = await this.#attempt(batch);
    this.#pause = isWritten ? PAUSE_MS : Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    if (isWritten) {
      for (const { characters } of batch) this.#characters -= characters;
      this.#gone += batch.length;
    } else this.#waiting = [...batch, ...this.#waiting];
    this.#makeRoom();
    this.#wake(!isWritten);
    return isWritten;
  }

  #takeBatch(): Call[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ characters }, index) => {
      size += characters;
      return index === BATCH || (index > 0 && size > BATCH_CHARACTERS);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  /** Whether the calls are out of the way. */
  async #attempt(calls: readonly Call[]): Promise<boolean> {
    const { store, warn, refused = notRecorded } = this.#parts;
    try {
      for (const why of await store(calls)) warn(refused(why));
      return true;
    } catch {
      return false;
    }
  }

  #tellLost(): void {
    if (this.#lost === 0) return;
    const { warn, lost = unrecorded } = this.#parts;
    warn(lost(this.#lost));
    this.#lost = 0;
  }
}

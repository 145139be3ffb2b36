import type { Signal } from "@/lib/exchange/signal";

// How many requests a provider has under way at once, in this process: of as many processes each has its share of the room.

interface Line {
  taken: number;
  waiting: (() => void)[];
}

export class Slots {
  readonly #lines = new Map<string, Line>();
  readonly #processes: number;

  constructor(processes = 1) {
    this.#processes = processes;
  }

  isFull(provider: string, most: number): boolean {
    return (this.#lines.get(provider)?.taken ?? 0) >= this.#shareOf(most);
  }

  #shareOf(most: number): number {
    return Math.max(1, Math.floor(most / this.#processes));
  }

  /** Waits for a slot in turn. Rejects with the signal's reason. Resolves to a function that returns the slot. */
  async take(provider: string, most: number, signal: Signal): Promise<() => void> {
    const line = this.#lines.get(provider) ?? { taken: 0, waiting: [] };
    this.#lines.set(provider, line);
    // A returned slot goes to the next waiting request.
    if (line.taken >= this.#shareOf(most)) await turnIn(line, signal);
    else line.taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = line.waiting.shift();
      if (next) return next();
      line.taken -= 1;
      if (line.taken === 0) this.#lines.delete(provider);
    };
  }
}

function turnIn(line: Line, signal: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const come = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      line.waiting = line.waiting.filter((other) => other !== come);
      reject(signal.reason);
    };
    line.waiting.push(come);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
}

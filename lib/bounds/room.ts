// The memory that large bodies may take together while they come and are read: however many are sent at once, few are held.
import { MAX_HELD_BYTES, MAX_HELD_MS } from "./limits";

let left = MAX_HELD_BYTES;
const waiting: { bytes: number; enter: () => void }[] = [];

function admit(): void {
  for (let [first] = waiting; first && first.bytes <= left; [first] = waiting) {
    left -= first.bytes;
    waiting.shift();
    first.enter();
  }
}

/** Waits for room for so many bytes; those who wait go in the order in which they came. To be called once. */
export type Take = (bytes: number) => Promise<void>;

/**
 * Work that holds a large body. What it takes is given back when it ends, or once it has held it for so long that its client
 * must be slow: then others need not wait, and how many such clients there can be follows from when a request must have come.
 */
export async function withRoom<T>(work: (take: Take) => Promise<T>): Promise<T> {
  let taken = 0;
  let late: ReturnType<typeof setTimeout> | undefined;
  const giveBack = () => {
    clearTimeout(late);
    left += taken;
    taken = 0;
    admit();
  };
  try {
    return await work(async (requestedBytes) => {
      const bytes = Math.min(requestedBytes, MAX_HELD_BYTES);
      await new Promise<void>((enter) => {
        waiting.push({ bytes, enter });
        admit();
      });
      taken = bytes;
      late = setTimeout(giveBack, MAX_HELD_MS);
    });
  } finally {
    giveBack();
  }
}

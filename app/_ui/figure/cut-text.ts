import { countedOf } from "./numbers";

/** What a list that ends early leaves out; null if it is whole. `choice`: which ones it has. */
export const cutText = (
  { count, results }: { count: number; results: readonly unknown[] },
  noun: string,
  choice = "the newest",
): string | null => (results.length < count ? `These are ${countedOf(results.length, count, noun)}, ${choice}.` : null);

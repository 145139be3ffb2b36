// Queries and mutations of a queue's suggestions.
import type * as suggestions from "@/lib/contracts/annotation/suggestions";
import type { ClientInput, Output } from "@/lib/contracts/contract";
import { call } from "../call";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export const suggestionsQuery = (queue_id: string) => queryFor(operations.getQueueSuggestions, { queue_id });

export const deleteSuggestions = mutationFor(operations.deleteSuggestions, {
  invalidates: [operations.getQueueSuggestions],
});

type Fill = Omit<ClientInput<typeof suggestions.fillSuggestions>, "after">;
export type Filled = Omit<Output<typeof suggestions.fillSuggestions>, "next_after">;

interface FillAll extends Fill {
  signal: AbortSignal;
  /** Called with the number of items that were read so far. */
  onProgress: (read: number) => void;
}

/** Makes suggestions for all items of a queue, part by part. Stopping it keeps what was made. */
export const fillAllSuggestions = {
  mutationKey: ["fillAllSuggestions"],
  meta: { invalidates: [operations.getQueueSuggestions], showsErrors: true },
  async mutationFn({ signal, onProgress, ...input }: FillAll): Promise<Filled> {
    const sum: Filled = { saved: 0, empty: 0, unreadable: 0, example: null };
    for (let after: number | undefined; ; ) {
      const { next_after, ...part } = await call(
        operations.fillSuggestions,
        after === undefined ? input : { ...input, after },
        { signal },
      );
      sum.saved += part.saved;
      sum.empty += part.empty;
      sum.unreadable += part.unreadable;
      sum.example ??= part.example;
      onProgress(sum.saved + sum.empty + sum.unreadable);
      if (next_after === null) return sum;
      after = next_after;
    }
  },
};

// What a queue's deletion deletes, in words.
import { quantity } from "@/app/_ui/figure/numbers";
import type { getQueueLosses } from "@/lib/contracts/annotation/queues/lifecycle";
import type { Output } from "@/lib/contracts/contract";

export type Losses = Output<typeof getQueueLosses>;

/** Only what there is; empty for an empty queue. */
export function lossesOf({ items, annotations, annotators, discussions, exports }: Omit<Losses, "name">): string[] {
  return [
    items > 0 ? quantity(items, "item") : "",
    annotations > 0 ? `${quantity(annotations, "annotation")} by ${quantity(annotators, "person", "people")}` : "",
    discussions > 0 ? quantity(discussions, "discussion") : "",
    exports > 0 ? quantity(exports, "export") : "",
  ].filter(Boolean);
}

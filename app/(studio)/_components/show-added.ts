import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import type { addItems } from "@/lib/contracts/annotation/items";
import type { Output } from "@/lib/contracts/contract";

interface Added {
  added: number;
  duplicates: number;
  failed: number;
  /** Why the first failed source could not be added. */
  reason?: string | undefined;
}

/** Shows a toast with the result of adding sources to a queue. */
export function showAdded(sum: Added): void {
  const title = sum.added === 0 ? "No items added" : `${quantity(sum.added, "item")} added`;
  (sum.added === 0 && sum.failed > 0 ? toast.failed : toast.done)({ title, ...asideOf(sum) });
}

/** The same for the response to a request that adds items. */
export const showAddResult = ({ added, duplicates, errors }: Output<typeof addItems>): void =>
  showAdded({ added, duplicates, failed: errors.length, reason: errors[0]?.error });

/** The sources that were left out, if any. */
function asideOf({ duplicates, failed, reason }: Added): { description?: string } {
  const notes = [
    duplicates > 0 ? `${duplicates} ${duplicates === 1 ? "was" : "were"} already in the queue.` : "",
    failed > 0 ? `${failed} could not be added${reason ? `: ${reason}` : "."}` : "",
  ].filter(Boolean);
  return notes.length > 0 ? { description: notes.join(" ") } : {};
}

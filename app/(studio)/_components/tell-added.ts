import { counted } from "@/app/_ui/figure/numbers";
import { toast } from "@/app/_ui/toast";
import type { addItems } from "@/lib/contracts/annotation/items";
import type { Output } from "@/lib/contracts/contract";

interface Added {
  added: number;
  duplicates: number;
  failed: number;
  /** Why the first of them could not be added. */
  reason?: string | undefined;
}

/** Says what became of sources that were brought into a queue. */
export function tellAdded(sum: Added): void {
  const title = sum.added === 0 ? "Nothing was added" : `${counted(sum.added, "item")} added`;
  (sum.added === 0 && sum.failed > 0 ? toast.failed : toast.done)({ title, ...asideOf(sum) });
}

/** The same of the answer to a request that adds items. */
export const tellAnswer = ({ added, duplicates, errors }: Output<typeof addItems>): void =>
  tellAdded({ added, duplicates, failed: errors.length, reason: errors[0]?.error });

/** What was left out, if anything was. */
function asideOf({ duplicates, failed, reason }: Added): { description?: string } {
  const said = [
    duplicates > 0 ? `${duplicates} ${duplicates === 1 ? "was" : "were"} in the queue already.` : "",
    failed > 0 ? `${failed} could not be added${reason ? `: ${reason}` : "."}` : "",
  ].filter(Boolean);
  return said.length > 0 ? { description: said.join(" ") } : {};
}

import { ItemFilesProvider } from "@/app/_components/source/files/item-files";
import { Markdown } from "@/app/_components/source/markdown/markdown";
import { Status } from "@/app/_ui/feedback/status";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";

interface Props {
  open: boolean;
  /** They are not those that the person has read. */
  changed?: boolean;
  /** The open item, with its queue. */
  detail: Pick<ItemDetail, "queue" | "item">;
}

/** The queue's guidelines, above the source while they are open. */
export function InstructionsPanel({ open, changed = false, detail: { queue, item } }: Props) {
  if (!open) return null;
  return (
    <section aria-label="Instructions" className="mb-5 rounded-lg bg-sunk px-4 py-3">
      <h2 className="mb-1 flex flex-wrap items-center gap-x-3 text-xs font-medium text-faint">
        Instructions
        {changed ? (
          <Status tone="warn" shape="alert">
            Changed since you closed them
          </Status>
        ) : null}
      </h2>
      {queue.instructions?.trim() ? (
        <ItemFilesProvider item={{ queue_id: queue.id, item_id: item.id }} segments={null}>
          <Markdown text={queue.instructions} />
        </ItemFilesProvider>
      ) : (
        <p className="text-soft">This queue has no instructions. A manager can add them in the queue's settings.</p>
      )}
    </section>
  );
}

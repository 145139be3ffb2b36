"use client";
import { Button } from "@/app/_ui/button/button";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { ItemMoves } from "../../../../_components/item-moves";
import type { Decisions } from "./decisions";

interface Props {
  detail: ItemDetail;
  decisions: Decisions;
  busy: boolean;
  /** Why the last decision failed. */
  problem: string | null;
  onMove: (by: -1 | 1) => void;
  /** Undoes the last decision; absent when there is none. */
  onUndo: (() => void) | undefined;
  onApprove: () => void;
  onRequest: () => void;
}

export function ReviewFooter({ detail, decisions, busy, problem, onMove, onUndo, onApprove, onRequest }: Props) {
  const { next_item_id, prev_item_id, item } = detail;
  return (
    <footer>
      {problem ? (
        <p role="alert" className="border-b border-line px-4 py-2 text-bad sm:px-5">
          {problem}
        </p>
      ) : null}
      <div className="flex min-h-13 flex-wrap items-center gap-x-1 px-3 pointer-coarse:min-h-16 sm:px-5">
        <ItemMoves
          noun="item"
          hasPrevious={prev_item_id !== null}
          hasNext={next_item_id !== null}
          onMove={onMove}
          onUndo={onUndo}
        />
        <p className="min-w-0 flex-1 px-1 text-xs text-soft max-sm:hidden">
          <span className="text-faint tabular-nums">Item {item.order + 1}</span>
          {decisions.because ? <span> · {decisions.because}</span> : null}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {decisions.requestChanges ? (
            <Button keys="r" busy={busy} onClick={onRequest}>
              Request changes
            </Button>
          ) : null}
          {item.review_status === "pending_review" && decisions.requestChanges ? (
            <Button look="primary" keys="a" busy={busy} disabled={!decisions.approve} onClick={onApprove}>
              Approve
            </Button>
          ) : null}
        </div>
      </div>
      {decisions.because ? <p className="px-4 pb-2 text-xs text-soft sm:hidden">{decisions.because}</p> : null}
    </footer>
  );
}

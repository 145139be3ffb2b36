"use client";
import { useEffect, useRef } from "react";
import { ItemStatus } from "@/app/_components/item-status";
import { countedOf } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { annotatorsOf, comparedLabels } from "./compare";
import { isOwnWork } from "./decisions";
import { LabelComparison } from "./label-comparison";
import type { Remark, Remarks } from "./remarks";
import { WholeItem } from "./whole-item";

interface Props {
  detail: ItemDetail;
  userId: string;
  /** Id of the field for feedback on the whole item. */
  notesId: string;
  /** The decision needs feedback that is missing. */
  isMissing: boolean;
  remarks: Remarks;
  onWrite: (remarks: Remarks) => void;
  onRequest: () => void;
}

/** Each label with all answers side by side; below them, notes and feedback on the whole item. */
export function Comparison({ detail, userId, notesId, isMissing, remarks, onWrite, onRequest }: Props) {
  const { item, annotations, resolved, review_threads, queue } = detail;
  const root = useRef<HTMLDivElement>(null);
  const compared = comparedLabels(detail);
  const different = compared.filter(({ verdict }) => verdict === "different").length;
  const isOwn = isOwnWork(detail, userId);
  // If a decision is open, comments are sent with it.
  const collects = !isOwn && (item.review_status === "pending_review" || item.review_status === "approved");
  const annotators = annotatorsOf(annotations);
  const shared = { queueId: queue.id, itemId: item.id, userId, reviews: true, isOwnWork: isOwn };
  const threadsOn = (labelId: string | null) => review_threads.filter((thread) => thread.label_id === labelId);

  const step = (by: -1 | 1) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>("[data-compared]") ?? [])];
    const here = stops.findIndex((stop) => stop.contains(document.activeElement));
    stops[Math.min(stops.length - 1, Math.max(0, here + by))]?.focus();
  };
  useShortcuts("Comparison", [
    { keys: "arrowdown", description: "Next label", run: () => step(1) },
    { keys: "arrowup", description: "Previous label", run: () => step(-1) },
  ]);
  // A new item focuses its first disagreement. The source does not scroll.
  useEffect(() => {
    const stop = root.current?.querySelector<HTMLElement>("[data-compared='different']");
    (stop ?? root.current?.querySelector<HTMLElement>("[data-compared]"))?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={root}>
      <p aria-live="polite" className="flex flex-wrap items-center gap-x-3 py-2 text-soft">
        <ItemStatus status={item.workflow_status} />
        <span className="tabular-nums">
          {countedOf(item.annotations_completed, queue.annotations_required, "annotation")}
        </span>
        <span>
          {different === 0 ? "No disagreement" : different === 1 ? "1 label differs" : `${different} labels differ`}
        </span>
      </p>
      <div className="divide-y divide-line border-t border-line">
        {compared.map((entry) => (
          <LabelComparison
            key={entry.label.label_id}
            entry={entry}
            annotators={annotators}
            settled={resolved.find((each) => each.label_id === entry.label.label_id)}
            threads={threadsOn(entry.label.label_id)}
            remarks={remarks.onLabels.filter((remark) => remark.labelId === entry.label.label_id)}
            collects={collects}
            maySettle={!isOwn && annotations.length > 0}
            onRemark={(remark: Remark) => onWrite({ ...remarks, onLabels: [...remarks.onLabels, remark] })}
            onTakeBack={(remark) =>
              onWrite({ ...remarks, onLabels: remarks.onLabels.filter((each) => each !== remark) })
            }
            {...shared}
          />
        ))}
        <WholeItem
          notes={detail.span_notes}
          threads={threadsOn(null)}
          annotators={annotators}
          collects={collects}
          notesId={notesId}
          isMissing={isMissing}
          feedback={remarks.notes}
          onWrite={(notes) => onWrite({ ...remarks, notes })}
          onRequest={onRequest}
          {...shared}
        />
      </div>
    </div>
  );
}

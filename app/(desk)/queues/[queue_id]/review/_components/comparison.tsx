"use client";
import { type RefObject, useEffect, useRef } from "react";
import { ItemStatus } from "@/app/_components/item-status";
import { countedOf } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { comparedLabels } from "./compare";
import { LabelComparison } from "./label-comparison";
import type { Remarks } from "./remarks";
import { ReviewedProvider, reviewedItem } from "./reviewed-item";
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
export function Comparison({ detail, userId, remarks, onWrite, ...decision }: Props) {
  const { item, queue } = detail;
  const root = useLabelSteps();
  const compared = comparedLabels(detail);
  const different = compared.filter(({ verdict }) => verdict === "different").length;
  return (
    <ReviewedProvider value={reviewedItem(detail, userId, { remarks, onWrite })}>
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
            <LabelComparison key={entry.label.label_id} entry={entry} />
          ))}
          <WholeItem {...decision} />
        </div>
      </div>
    </ReviewedProvider>
  );
}

/** The arrow keys walk through the labels inside this element. A new item focuses its first disagreement. */
function useLabelSteps(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const step = (by: -1 | 1) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>("[data-compared]") ?? [])];
    const here = stops.findIndex((stop) => stop.contains(document.activeElement));
    stops[Math.min(stops.length - 1, Math.max(0, here + by))]?.focus();
  };
  useShortcuts("Comparison", [
    { keys: "arrowdown", description: "Next label", run: () => step(1) },
    { keys: "arrowup", description: "Previous label", run: () => step(-1) },
  ]);
  useEffect(() => {
    const stop = root.current?.querySelector<HTMLElement>("[data-compared='different']");
    // The source does not scroll.
    (stop ?? root.current?.querySelector<HTMLElement>("[data-compared]"))?.focus({ preventScroll: true });
  }, []);
  return root;
}

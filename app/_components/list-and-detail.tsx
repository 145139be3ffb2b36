"use client";
import type { ReactNode } from "react";
import { classNames } from "@/app/_ui/class-names";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { useStacked } from "@/app/_ui/use-stacked";

interface Props {
  /** The noun of a row, e.g. "Request". */
  label: string;
  /** The open row's detail; null if none is open. Its argument is null where a dialog has its own close button. */
  detail: ((onClose: (() => void) | null) => ReactNode) | null;
  onClose: () => void;
  /** The list. */
  children: ReactNode;
}

/** A list with one row's detail beside it, or in a dialog where two panes do not fit. */
export function ListAndDetail({ label, detail, onClose, children }: Props) {
  const stacked = useStacked();
  const isBeside = detail !== null && !stacked;
  return (
    <>
      <div className={classNames(isBeside && "grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6")}>
        <div className="min-w-0">{children}</div>
        {isBeside ? (
          <ScrollRegion
            label={label}
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line p-4"
          >
            {detail(onClose)}
          </ScrollRegion>
        ) : null}
      </div>
      <Dialog open={detail !== null && stacked} onOpenChange={(isOpen) => !isOpen && onClose()} title={label}>
        {stacked ? detail?.(null) : null}
      </Dialog>
    </>
  );
}

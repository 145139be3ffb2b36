"use client";
import type { ReactNode } from "react";
import { classNames } from "@/app/_ui/class-names";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { useStacked } from "@/app/_ui/use-stacked";

interface Props {
  /** The noun of a row, e.g. "Request". */
  label: string;
  /** The open row. */
  openId: string | undefined;
  onClose: () => void;
  /** The detail of a row. `onClose` is null where a dialog has its own close button. */
  detail: (id: string, onClose: (() => void) | null) => ReactNode;
  /** The list. */
  children: ReactNode;
}

/** A list with one row's detail beside it, or in a dialog where two panes do not fit. */
export function ListAndDetail({ label, openId, onClose, detail, children }: Props) {
  const stacked = useStacked();
  const isBeside = openId !== undefined && !stacked;
  return (
    <>
      <div className={classNames(isBeside && "grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6")}>
        <div className="min-w-0">{children}</div>
        {isBeside ? (
          <ScrollRegion
            label={label}
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line p-4"
          >
            {detail(openId, onClose)}
          </ScrollRegion>
        ) : null}
      </div>
      <Dialog open={openId !== undefined && stacked} onOpenChange={(isOpen) => !isOpen && onClose()} title={label}>
        {openId !== undefined && stacked ? detail(openId, null) : null}
      </Dialog>
    </>
  );
}

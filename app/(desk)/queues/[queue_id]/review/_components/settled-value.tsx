"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import { withdrawAdjudication } from "@/lib/client/reviews";
import type { ResolvedValue } from "@/lib/contracts/annotation/adjudications";
import { textOf } from "./compare";
import { useReviewedItem } from "./reviewed-item";

/** The settled value of a label: by whom, when and why. */
export function SettledValue({ settled }: { settled: ResolvedValue }) {
  const { viewer, maySettle } = useReviewedItem();
  const { mutate, isPending } = useMutation(withdrawAdjudication);
  const earlier = settled.history.length;
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-md bg-good-wash px-3 py-1.5">
      <Status tone="good" shape="check" className="whitespace-normal!">
        <span>
          Settled:{" "}
          <span dir="auto" className="font-medium wrap-anywhere">
            {textOf(settled.label_type, settled.value)}
          </span>
        </span>
      </Status>
      <span className="text-xs text-soft">
        {settled.by_name} <Time at={settled.at} />
        {earlier > 0 ? `, ${earlier === 1 ? "once" : `${earlier} times`} changed` : ""}
      </span>
      {maySettle ? (
        <Button
          size="small"
          look="ghost"
          className="ml-auto"
          busy={isPending}
          onClick={() => mutate({ queue_id: viewer.queueId, item_id: viewer.itemId, label_id: settled.label_id })}
        >
          Withdraw
        </Button>
      ) : null}
      {settled.notes ? <UserText text={settled.notes} className="w-full text-soft" /> : null}
    </div>
  );
}

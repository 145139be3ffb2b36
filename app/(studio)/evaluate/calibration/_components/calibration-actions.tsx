"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { deleteCalibration, judgeCalibrationItems, queueDisagreements } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";

/** The buttons of a calibration: delete it, judge the rest, and queue the disagreements. */
export function CalibrationActions({ calibration, children }: { calibration: Calibration; children: ReactNode }) {
  const { id, confusion, items } = calibration;
  const [isDeleting, setDeleting] = useState(false);
  const { put, isPutting } = useDisagreementQueue(id);
  const mayJudge = useMayWrite();
  const judging = useMutation(judgeCalibrationItems);
  const disagreements = confusion.false_pass + confusion.false_fail;
  const judge = () =>
    judging.mutate(
      { calibration_id: id },
      {
        onSuccess: ({ rows }) =>
          toast.done({
            title: `Judging ${quantity(rows, calibration.task_id ? "span" : "row")}`,
            description: "New verdicts are included here as they arrive.",
          }),
      },
    );
  useShortcuts("Page", disagreements > 0 ? [{ keys: "d", description: "Queue the disagreements", run: put }] : []);
  return (
    <>
      <Button onClick={() => setDeleting(true)}>Delete…</Button>
      {children}
      {items.unjudged > 0 && mayJudge ? (
        <Button busy={judging.isPending} onClick={judge}>
          Judge {countText(items.unjudged)} more
        </Button>
      ) : null}
      {disagreements > 0 ? (
        <Button look="primary" keys="d" busy={isPutting} onClick={put}>
          Queue {quantity(disagreements, "disagreement")}
        </Button>
      ) : null}
      <DeleteDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete this calibration?"
        action="Delete calibration"
        remove={deleteCalibration}
        input={{ calibration_id: id }}
        next={links.calibrations()}
      >
        It no longer allows the judge as a gate. Annotations, runs and queues stay.
      </DeleteDialog>
    </>
  );
}

/** Puts the disagreements into their queue, and opens it. */
function useDisagreementQueue(calibration_id: string) {
  const router = useRouter();
  const { mutate, isPending } = useMutation(queueDisagreements);
  const put = () =>
    mutate(
      { calibration_id },
      {
        onSuccess: ({ queue_id, queue_name, added }) => {
          toast.done({
            title:
              added > 0 ? `${quantity(added, "item")} added to ${queue_name}` : "All of them are already in the queue",
          });
          router.push(links.queue(queue_id));
        },
      },
    );
  return { put, isPutting: isPending };
}

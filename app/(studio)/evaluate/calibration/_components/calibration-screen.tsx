"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { DefinitionList } from "@/app/_ui/definition-list";
import { countText } from "@/app/_ui/figure/numbers";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Time } from "@/app/_ui/time";
import { toast } from "@/app/_ui/toast";
import {
  calibrationQuery,
  deleteCalibration,
  judgeCalibrationItems,
  queueDisagreements,
} from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";
import { CalibrationFigures } from "./calibration-figures";
import { CalibrationItems } from "./calibration-items";
import { ConfusionTable } from "./confusion-table";
import { GateStatus } from "./gate-status";

const parent = { href: links.calibrations(), label: "Calibration" };

export function CalibrationScreen({ id }: { id: string }) {
  const found = useQuery(calibrationQuery(id));
  return (
    <FoundPage
      found={found}
      title="Calibration"
      parent={parent}
      problem="The calibration could not be loaded"
      columns={3}
    >
      {(calibration) => <Shown calibration={calibration} />}
    </FoundPage>
  );
}

function Shown({ calibration }: { calibration: Calibration }) {
  const { id, confusion, gate, disagreement_queue_id: queueId } = calibration;
  const router = useRouter();
  const [asTable, setAsTable] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const putting = useMutation(queueDisagreements);
  const judging = useMutation(judgeCalibrationItems);
  const removing = useMutation(deleteCalibration);
  const noun = calibration.task_id ? "span" : "row";
  const disagreements = confusion.false_pass + confusion.false_fail;
  const put = () =>
    putting.mutate(
      { calibration_id: id },
      {
        onSuccess: ({ queue_id, queue_name, added }) => {
          const items = added === 1 ? "1 item" : `${countText(added)} items`;
          toast.done({
            title: added > 0 ? `${items} added to ${queue_name}` : "All of them are already in the queue",
          });
          router.push(links.queue(queue_id));
        },
      },
    );
  const judge = () =>
    judging.mutate(
      { calibration_id: id },
      {
        onSuccess: ({ rows }) =>
          toast.done({
            title: `Judging ${rows === 1 ? `1 ${noun}` : `${countText(rows)} ${noun}s`}`,
            description: "New verdicts are included here as they arrive.",
          }),
      },
    );
  useShortcuts("Page", disagreements > 0 ? [{ keys: "d", description: "Queue the disagreements", run: put }] : []);
  return (
    <>
      <PageHeader
        title={calibration.name}
        status={<GateStatus gate={gate} />}
        description={gate.is_allowed ? "This judge can be used as a gate." : gate.reasons.join(" ")}
        parent={parent}
        actions={
          <>
            <Button onClick={() => setDeleting(true)}>Delete…</Button>
            <TableSwitch asTables={asTable} onChange={setAsTable} />
            {calibration.items.unjudged > 0 ? (
              <Button busy={judging.isPending} onClick={judge}>
                Judge {countText(calibration.items.unjudged)} more
              </Button>
            ) : null}
            {disagreements > 0 ? (
              <Button look="primary" keys="d" busy={putting.isPending} onClick={put}>
                Queue {disagreements === 1 ? "1 disagreement" : `${countText(disagreements)} disagreements`}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
          <Facts calibration={calibration} />
          <ConfusionTable calibration={calibration} />
        </div>
        <CalibrationFigures calibration={calibration} asTable={asTable} />
        {queueId ? (
          <p className="text-soft">
            The disagreements are in <Inline href={links.queue(queueId)}>their own queue</Inline>. After they have been
            reviewed,{" "}
            <Inline href={links.newCalibration({ queue: queueId, ...judgedBy(calibration) })}>
              calibrate the judge with it
            </Inline>
            .
          </p>
        ) : null}
        <CalibrationItems id={id} />
      </div>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this calibration?"
        action="Delete calibration"
        busy={removing.isPending}
        onConfirm={() =>
          removing.mutate(
            { calibration_id: id },
            { onSuccess: () => router.replace(links.calibrations()), onError: () => setDeleting(false) },
          )
        }
      >
        It no longer allows the judge as a gate. Annotations, runs and queues stay.
      </ConfirmDialog>
    </>
  );
}

const judgedBy = ({ run_id, task_id }: Calibration) => ({
  ...(run_id ? { run: run_id } : {}),
  ...(task_id ? { task: task_id } : {}),
});

const Inline = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <NextLink href={href} className="text-accent underline underline-offset-2">
    {children}
  </NextLink>
);

function Facts({ calibration }: { calibration: Calibration }) {
  const { template_id, template_name, version, is_current, model, fingerprint, items } = calibration;
  const left = [
    ...(items.undecided > 0 ? [`${countText(items.undecided)} on which people are split`] : []),
    ...(items.unjudged > 0 ? [`${countText(items.unjudged)} without a judge's verdict`] : []),
  ];
  return (
    <DefinitionList
      entries={[
        {
          term: "Judge",
          value: (
            <>
              <Inline href={links.evalTemplate(template_id)}>{template_name}</Inline> V{version}
              {is_current ? "" : ", not the current version"}
            </>
          ),
        },
        { term: "Model", value: model ?? "The template's" },
        { term: "Fingerprint", value: <code className="font-mono text-xs">{fingerprint.slice(0, 16)}</code> },
        calibration.task_id
          ? { term: "Task", value: <Inline href={links.evalTask(calibration.task_id)}>{calibration.task_name}</Inline> }
          : { term: "Run", value: calibration.run_name },
        {
          term: "People",
          value: (
            <>
              <Inline href={links.queue(calibration.queue_id)}>{calibration.queue_name}</Inline>,{" "}
              {calibration.label_name}
            </>
          ),
        },
        { term: "Pass values", value: calibration.pass_values.map(valueText).join(", ") },
        {
          term: "Items",
          value: `${countText(items.compared)} compared${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}`,
        },
        { term: "Created", value: <Time at={calibration.created_at} /> },
      ]}
    />
  );
}

/** A single option is stored as a list of one. */
const valueText = (value: string): string => value.replace(/^\["(.*)"\]$/, "$1").replaceAll('","', " + ");

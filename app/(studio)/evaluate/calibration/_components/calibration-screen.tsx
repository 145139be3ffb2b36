"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { PageHeader } from "@/app/_ui/page/page-header";
import { calibrationQuery } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";
import { Inline } from "../../_components/inline";
import { CalibrationActions } from "./calibration-actions";
import { CalibrationFacts } from "./calibration-facts";
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
  const { id, name, gate, disagreement_queue_id: queueId } = calibration;
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <PageHeader
        title={name}
        status={<GateStatus gate={gate} />}
        description={gate.is_allowed ? "This judge can be used as a gate." : gate.reasons.join(" ")}
        parent={parent}
        actions={
          <CalibrationActions calibration={calibration}>
            <TableSwitch asTables={asTable} onChange={setAsTable} />
          </CalibrationActions>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
          <CalibrationFacts calibration={calibration} />
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
    </>
  );
}

const judgedBy = ({ run_id, task_id }: Calibration) => ({
  ...(run_id ? { run: run_id } : {}),
  ...(task_id ? { task: task_id } : {}),
});

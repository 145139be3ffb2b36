"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { coefficientText, countText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { calibrationsQuery } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";
import { pageOf } from "../../../_components/address";
import { GateStatus } from "./gate-status";
import { NewCalibrationDialog } from "./new-calibration-dialog";

const closed = { new: null, queue: null, run: null, task: null, evaluation: null };

/** Judges compared with people. */
export function CalibrationsScreen() {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({ ...calibrationsQuery(page), placeholderData: keepPreviousData });
  const setNew = (shown: boolean) => set(shown ? { new: "1" } : closed, { keepsBack: false });
  useShortcuts("Page", [{ keys: "c", description: "Calibrate a judge", run: () => setNew(true) }]);
  const act = (
    <Button look="primary" keys="c" onClick={() => setNew(true)}>
      Calibrate a judge
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Calibration"
        description="How reliable a judge is, compared with people's answers on the same rows, spans or traces."
        actions={act}
      />
      <PagedTable
        found={found}
        noun="calibrations"
        caption="Calibrations, newest first"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<NoCalibrations act={act} />}
      />
      {get("new") ? (
        <NewCalibrationDialog
          queue={get("queue") ?? null}
          run={get("run") ?? null}
          task={get("task") ?? null}
          evaluation={get("evaluation") ?? null}
          onClose={() => setNew(false)}
        />
      ) : null}
    </>
  );
}

const columns: Column<Calibration>[] = [
  {
    key: "name",
    header: "Judge",
    width: "min-w-40",
    cell: ({ id, template_name, version, model, queue_name, label_name }) => (
      <span className="block py-1">
        <RowLink href={links.calibration(id)}>
          {template_name} V{version}
        </RowLink>
        <span className="block text-xs text-faint wrap-anywhere">
          {model ? `${model}, ` : ""}compared with {label_name} of {queue_name}
        </span>
      </span>
    ),
  },
  {
    key: "kappa",
    header: "κ",
    align: "right",
    width: "w-28",
    cell: ({ kappa: { value, interval } }) =>
      value === null ? (
        <Missing reason="Undefined: all answers are the same" />
      ) : (
        <>
          <span className="block font-medium">{coefficientText(value)}</span>
          <span className="block text-xs whitespace-nowrap text-faint">
            {interval ? `${coefficientText(interval.low)} to ${coefficientText(interval.high)}` : "no interval"}
          </span>
        </>
      ),
  },
  {
    key: "items",
    header: "Items",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ items }) => countText(items.compared),
  },
  { key: "gate", header: "Gate", width: "w-32", cell: ({ gate }) => <GateStatus gate={gate} /> },
  { key: "made", header: "Created", width: "w-32", wide: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

const NoCalibrations = ({ act }: { act: ReactNode }) => (
  <EmptyState title="No calibrations yet" action={act}>
    Let people annotate rows, spans or traces that a judge has evaluated. The comparison shows how often the judge is
    wrong, and corrects its pass rates.
  </EmptyState>
);

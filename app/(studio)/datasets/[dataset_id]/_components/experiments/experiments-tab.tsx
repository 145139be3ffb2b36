"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { ExperimentList } from "@/app/(studio)/evaluate/experiments/_components/experiment-list";
import type { DatasetTable } from "../dataset-rows";
import { ExperimentDialog } from "./experiment-dialog";

interface Props {
  datasetId: string;
  /** Undefined until loaded. */
  columns: DatasetTable["column_config"] | undefined;
  mayChange: boolean;
}

/** A dataset's experiments, and the dialog that starts one. */
export function ExperimentsTab({ datasetId, columns, mayChange }: Props) {
  const [isStarting, setStarting] = useState(false);
  const start = mayChange && columns ? <Button onClick={() => setStarting(true)}>Start an experiment</Button> : null;
  return (
    <>
      <ExperimentList datasetId={datasetId} act={start} />
      {isStarting && columns ? (
        <ExperimentDialog datasetId={datasetId} columns={columns} onClose={() => setStarting(false)} />
      ) : null}
    </>
  );
}

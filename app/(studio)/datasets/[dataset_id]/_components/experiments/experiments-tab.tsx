"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
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
  const { get, set } = useAddress();
  const [isStarting, setStarting] = useState(false);
  const tried = get("try");
  const close = () => {
    setStarting(false);
    if (tried) set({ try: null, try_version: null }, { keepsBack: false });
  };
  const start = mayChange && columns ? <Button onClick={() => setStarting(true)}>Start an experiment</Button> : null;
  return (
    <>
      <ExperimentList datasetId={datasetId} act={start} />
      {(isStarting || tried) && mayChange && columns ? (
        <ExperimentDialog
          datasetId={datasetId}
          columns={columns}
          prompt={tried ? { id: tried, version: get("try_version") ?? null } : null}
          onClose={close}
        />
      ) : null}
    </>
  );
}

"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { Menu } from "@/app/_ui/overlay/menu";
import { addEmptyRows, datasetColumnsQuery, showsPart } from "@/lib/client/datasets";
import { AddColumnDialog } from "./add-column-dialog";
import { ImportRowsDialog } from "./import-rows-dialog";

const AMOUNTS = [1, 10, 100] as const;

interface Props {
  datasetId: string;
  /** Of the rows that are shown. */
  shownRows: number;
  /** The names of the columns that people fill. */
  columns: readonly string[];
}

export function AddMenu({ datasetId, shownRows, columns }: Props) {
  const { get, set } = useAddress();
  const isPart = showsPart({ search: get("search"), filters: get("filters") });
  const { data } = useQuery({ ...datasetColumnsQuery(datasetId), enabled: isPart });
  // New rows come after all rows, not after those that match.
  const total = isPart ? (data?.metadata.total_rows ?? shownRows) : shownRows;
  const [opened, setOpened] = useState<"column" | "file" | null>(null);
  const { add, isPending } = useEmptyRows(datasetId, total);
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Plus aria-hidden="true" />} busy={isPending}>
            Add
          </Button>
        }
        groups={[
          [
            ...AMOUNTS.map((amount) => ({
              label: amount === 1 ? "An empty row" : `${amount} empty rows`,
              onSelect: () => add(amount),
            })),
            { label: "The rows of a file…", onSelect: () => setOpened("file") },
          ],
          [
            { label: "A column…", onSelect: () => setOpened("column") },
            { label: "A column filled by a model…", onSelect: () => set({ prompt: "new" }, { keepsBack: false }) },
          ],
        ]}
      />
      {opened === "column" ? <AddColumnDialog datasetId={datasetId} onClose={() => setOpened(null)} /> : null}
      {opened === "file" ? (
        <ImportRowsDialog
          datasetId={datasetId}
          columns={columns}
          onImported={() => {
            setOpened(null);
            set({ search: null, sort: null, filters: null, row: String(total + 1) });
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

function useEmptyRows(datasetId: string, total: number) {
  const { set } = useAddress();
  const { mutate, isPending } = useMutation(addEmptyRows);
  const add = (num_rows: number) =>
    mutate(
      { dataset_id: datasetId, num_rows },
      {
        onSuccess: () => {
          toast.done({
            title: num_rows === 1 ? "Empty row added at the end" : `${num_rows} empty rows added at the end`,
          });
          set({ search: null, sort: null, filters: null, row: String(total + num_rows) });
        },
      },
    );
  return { add, isPending };
}

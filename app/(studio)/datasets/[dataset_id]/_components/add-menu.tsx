"use client";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { Menu } from "@/app/_ui/overlay/menu";
import { addEmptyRows } from "@/lib/client/datasets";
import { AddColumnDialog } from "./add-column-dialog";

const AMOUNTS = [1, 10, 100] as const;

export function AddMenu({ datasetId, total }: { datasetId: string; total: number }) {
  const { set } = useAddress();
  const [naming, setNaming] = useState(false);
  const { mutate, isPending } = useMutation(addEmptyRows);
  const add = (num_rows: number) =>
    mutate(
      { dataset_id: datasetId, num_rows },
      {
        onSuccess: () => {
          toast.done({
            title: num_rows === 1 ? "Empty row added at the end" : `${num_rows} empty rows added at the end`,
          });
          set({ search: null, row: String(total + num_rows) });
        },
      },
    );
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Plus aria-hidden="true" />} busy={isPending}>
            Add
          </Button>
        }
        groups={[
          AMOUNTS.map((amount) => ({
            label: amount === 1 ? "An empty row" : `${amount} empty rows`,
            onSelect: () => add(amount),
          })),
          [
            { label: "A column…", onSelect: () => setNaming(true) },
            { label: "A column filled by a model…", onSelect: () => set({ prompt: "new" }, { keepsBack: false }) },
          ],
        ]}
      />
      {naming ? <AddColumnDialog datasetId={datasetId} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

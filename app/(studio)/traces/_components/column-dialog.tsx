"use client";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { toggled } from "@/lib/toggled";
import { type ColumnName, columnNames, columnsText } from "./trace-query";
import { columnHeaders } from "./trace-table";

interface Props {
  columns: readonly ColumnName[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Chooses the columns of the list, which are in the address. */
export function ColumnDialog({ columns, open, onOpenChange }: Props) {
  const { set } = useAddress();
  const shown = new Set<string>(columns);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Columns"
      description="A link to this page keeps them. On a phone only the most important ones fit."
      size="small"
      footer={
        <>
          <Button onClick={() => set({ columns: null }, { keepsBack: false })}>Usual columns</Button>
          <Button look="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {columnNames.map((name) => (
          <Checkbox
            key={name}
            label={columnHeaders[name]}
            checked={shown.has(name)}
            onChange={() => set({ columns: columnsText(toggled(shown, name)) }, { keepsBack: false })}
          />
        ))}
      </div>
    </Dialog>
  );
}

"use client";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { toggled } from "@/lib/toggled";

interface Props {
  /** All columns to choose from. */
  choices: readonly { name: string; label: string }[];
  shown: readonly string[];
  /** The address's text of chosen columns; null for the usual ones. */
  textOf: (columns: ReadonlySet<string>) => string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Chooses the columns of a list, which are in the address. */
export function ColumnDialog({ choices, shown, textOf, open, onOpenChange }: Props) {
  const { set } = useAddress();
  const chosen = new Set<string>(shown);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Columns"
      description="A link to this page keeps them. On a phone only the most important ones fit."
      size="small"
      footer={
        <>
          <Button onClick={() => set({ columns: null }, { keepsBack: false })}>Default columns</Button>
          <Button look="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {choices.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen.has(name)}
            onChange={() => set({ columns: textOf(toggled(chosen, name)) }, { keepsBack: false })}
          />
        ))}
      </div>
    </Dialog>
  );
}

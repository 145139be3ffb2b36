"use client";
import { Pencil, X } from "lucide-react";
import type { ReactNode } from "react";
import { MoveButtons } from "@/app/_components/move-buttons";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Badge } from "@/app/_ui/text/badge";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { LabelType } from "../../../_components/label-type";
import { fieldsOf, type LabelEntry } from "./label-entries";

interface Props {
  entries: readonly LabelEntry[];
  /** The same as the desk shows them, without those that are still loading. */
  labels: readonly ItemLabel[];
  onChange: (entries: LabelEntry[]) => void;
  onEdit: (entry: LabelEntry) => void;
}

/** The chosen labels in their order, each with whether it must be answered. */
export function LabelList({ entries, labels, onChange, onEdit }: Props) {
  const kept = useKeptFocus<HTMLOListElement>();
  const move = (from: number, to: number) => {
    const moved = entries.toSpliced(from, 1);
    onChange(entries[from] ? moved.toSpliced(to, 0, entries[from]) : moved);
  };
  const require = (key: string, required: boolean) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, required } : entry)));
  return (
    <ol aria-label="Labels of the queue" className="empty:hidden" {...kept}>
      {entries.map((entry, index) => {
        const label = labels.find(({ label_id }) => label_id === entry.key);
        return label ? (
          <Line key={entry.key} {...{ entry, label }} onRequire={(required) => require(entry.key, required)}>
            {entry.made ? (
              <IconButton label={`Change ${label.name}`} onClick={() => onEdit(entry)}>
                <Pencil aria-hidden="true" />
              </IconButton>
            ) : null}
            <MoveButtons what={label.name} index={index} count={entries.length} onMove={move} />
            <IconButton
              label={`Remove ${label.name} from the queue`}
              onClick={() => onChange(entries.filter(({ key }) => key !== entry.key))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </Line>
        ) : null;
      })}
    </ol>
  );
}

interface LineProps {
  entry: LabelEntry;
  label: ItemLabel;
  onRequire: (required: boolean) => void;
  /** What can be done with it. */
  children: ReactNode;
}

function Line({ entry, label: { name, type, settings }, onRequire, children }: LineProps) {
  const fields = fieldsOf(type, settings).filter(Boolean);
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-0">
      <span className="min-w-0 flex-1 basis-40">
        <span className="wrap-anywhere">{name}</span>
        {fields.length > 0 ? <span className="text-faint"> on {fields.join(" and ")}</span> : null}
      </span>
      {entry.made ? <Badge>New</Badge> : null}
      <span className="w-28 text-soft max-sm:hidden">
        <LabelType type={type} />
      </span>
      <Checkbox label="Required" describes={name} checked={entry.required} onChange={onRequire} />
      <span className="flex">{children}</span>
    </li>
  );
}

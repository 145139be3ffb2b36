"use client";
import { MoveButtons } from "@/app/_components/move-buttons";
import { Input } from "@/app/_ui/control/input";
import { Select, type SelectOption } from "@/app/_ui/control/select";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import type { Entry } from "./entries";

const roles: readonly SelectOption<Entry["role"]>[] = [
  { value: "main", label: "Main", hint: "What annotators judge" },
  { value: "context", label: "Context", hint: "Below it, to look things up" },
  { value: "expected", label: "Expected answer", hint: "Closed until the annotator opens it" },
  { value: "hidden", label: "Left out", hint: "Not sent to annotators" },
];

const aside = { value: "aside", label: "Details", hint: "Small, below the rest" } as const;

const widths: readonly SelectOption<Entry["width"]>[] = [
  { value: "full", label: "Full width" },
  { value: "half", label: "Half width" },
];

interface Props {
  /** In their order. */
  fields: readonly Entry[];
  onChange: (fields: Entry[]) => void;
}

/** The fields of the source, each with what it is, its name on the desk and its width. */
export function FieldEntries({ fields, onChange }: Props) {
  const kept = useKeptFocus<HTMLOListElement>();
  const change = (index: number, part: Partial<Entry>) =>
    onChange(fields.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const move = (from: number, to: number) => {
    const [moved, other] = [fields[from], fields[to]];
    if (moved && other) onChange(fields.with(from, other).with(to, moved));
  };
  return (
    <ol aria-label="Fields" {...kept}>
      {fields.map((entry, index) => {
        const { field, role, name, width, mayBeAside } = entry;
        const isUnnamed = role === "hidden" || role === "aside";
        return (
          <li key={field} className="grid gap-2 border-b border-line py-2.5">
            <div className="flex items-center gap-2">
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {field}
              </span>
              <MoveButtons what={field} index={index} count={fields.length} onMove={move} />
            </div>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-[10rem_minmax(0,1fr)_9rem]">
              <Select
                aria-label={`What ${field} is`}
                value={role}
                options={mayBeAside ? [...roles, aside] : roles}
                onChange={(next) => change(index, { role: next })}
              />
              <Input
                aria-label={`Name of ${field} on the desk`}
                placeholder={field}
                maxLength={255}
                disabled={isUnnamed}
                value={name ?? ""}
                onChange={(event) => change(index, { name: event.target.value })}
              />
              <Select
                aria-label={`Width of ${field}`}
                className="max-sm:col-span-2"
                value={width}
                options={widths}
                disabled={isUnnamed}
                onChange={(next) => change(index, { width: next })}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

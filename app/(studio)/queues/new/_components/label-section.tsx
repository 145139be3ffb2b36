"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { PartField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Picker, type PickerOption } from "@/app/_ui/control/picker";
import type { Label } from "@/lib/contracts/annotation/labels";
import { labelTypeWords } from "../../../_components/label-type";
import type { LabelForm } from "../../../labels/_components/label-form";
import { FormSection } from "./form-section";
import { NewLabelDialog } from "./label-dialog";
import { entryOf, type LabelEntry, madeEntry, nameOf, shownLabels } from "./label-entries";
import { LabelList } from "./label-list";
import type { NewQueue } from "./new-queue";

interface Props {
  form: SaveForm<NewQueue>;
  /** The chosen labels, with what the source tells about them. */
  entries: readonly LabelEntry[];
  /** The labels that exist; undefined while loading. */
  known: readonly Label[] | undefined;
  /** Makes more labels known. */
  onSearch: (text: string) => void;
}

const optionOf = ({ id, name, type }: Label): PickerOption => {
  const { word, Icon } = labelTypeWords[type];
  return { value: id, label: name, hint: word, icon: <Icon aria-hidden="true" className="size-3.5 text-faint" /> };
};

/** Chooses labels that exist, and makes others without leaving the page. */
export function LabelSection({ form, entries, known, onSearch }: Props) {
  const [open, setOpen] = useState<LabelEntry | "new" | null>(null);
  const labels = known ?? [];
  const edited = open === "new" || open === null ? null : open;
  const { set, choose, save, refusalOf } = useEntries({ form, entries, known }, edited);
  return (
    <FormSection name="labels" title="Labels" about="The questions, in the order in which annotators see them.">
      <div className="grid gap-3">
        <PartField form={form} at="labels" label="Labels">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Picker
                options={labels.map(optionOf)}
                value={entries.flatMap(({ labelId }) => labelId ?? [])}
                onChange={choose}
                onSearch={onSearch}
                placeholder="Choose labels"
                loading={known === undefined}
                empty="No label matches"
              />
            </div>
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setOpen("new")}>
              New label
            </Button>
          </div>
        </PartField>
        <LabelList entries={entries} labels={shownLabels(entries, labels)} onChange={set} onEdit={setOpen} />
      </div>
      {open === null ? null : (
        <NewLabelDialog
          {...(edited?.made ? { label: edited.made } : {})}
          refusalOf={refusalOf}
          onClose={() => setOpen(null)}
          onSaved={save}
        />
      )}
    </FormSection>
  );
}

/** Changes the chosen labels. `edited`: the one that is open. */
function useEntries({ form, entries, known = [] }: Omit<Props, "onSearch">, edited: LabelEntry | null) {
  const set = (next: readonly LabelEntry[]) => form.set({ labels: [...next] });
  return {
    set,
    choose: (ids: string[]) => {
      // What is not known is not shown, so nobody took it away.
      const isKnown = (labelId: string) => known.some(({ id }) => id === labelId);
      const kept = entries.filter(({ labelId }) => labelId === null || ids.includes(labelId) || !isKnown(labelId));
      const added = known.filter(({ id }) => ids.includes(id) && !entries.some(({ labelId }) => labelId === id));
      set([...kept, ...added.map(entryOf)]);
    },
    save: (made: LabelForm) =>
      set(
        edited
          ? entries.map((entry) => (entry.key === edited.key ? madeEntry(made, entry.required) : entry))
          : [...entries, madeEntry(made)],
      ),
    refusalOf: (made: LabelForm) => {
      const { key } = madeEntry(made);
      if (key !== edited?.key && entries.some((entry) => entry.key === key))
        return "The queue has a label of this name.";
      const isTaken = known.some((label) => label.project === null && nameOf(label) === nameOf(made));
      return isTaken ? "A label with this name and type exists. Choose it, or take another name." : null;
    },
  };
}

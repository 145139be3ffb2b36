"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { keepAnswer } from "@/lib/client/prompts";
import type { PlayState } from "./use-plays";

interface Props {
  version: string;
  model: string | null;
  state: PlayState;
  onClose: () => void;
}

/** Adds an answer with its values to a dataset. Columns that are missing are added. */
export function KeepDialog({ version, model, state: { played, texts }, onClose }: Props) {
  const datasets = useQuery(datasetChoicesQuery());
  const cells = { ...texts, output: played.text, prompt_version: version, model: model ?? "" };
  const form = useSaveForm({
    initial: { dataset_id: null as string | null },
    save: withInput(keepAnswer, (values: { dataset_id: string | null }) => ({
      dataset_id: values.dataset_id ?? "",
      cells,
    })),
    onSaved: () => {
      toast.done({ title: "Added a row" });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save as a dataset row"
      description={`The row has ${Object.keys(cells).join(", ")}. Columns that the dataset does not have are added.`}
      size="small"
      action="Add row"
      form={form}
      disabled={form.values.dataset_id === null}
      onClose={onClose}
    >
      <FormField form={form} name="dataset_id" label="Dataset">
        {({ value, onChange }) => (
          <SearchSelect
            options={datasetOptions(datasets.data?.datasets)}
            value={value}
            onChange={onChange}
            placeholder="Type a dataset's name"
            empty={datasets.isPending ? "Loading…" : "No dataset matches"}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

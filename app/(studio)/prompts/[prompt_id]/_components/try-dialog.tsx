"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";

interface Props {
  promptId: string;
  version: string;
  onClose: () => void;
}

/** Leads to the form that starts an experiment with this version over a dataset. */
export function TryDialog({ promptId, version, onClose }: Props) {
  const router = useRouter();
  const [dataset, setDataset] = useState<string | null>(null);
  const { data, error, isPending } = useQuery(datasetChoicesQuery());
  const submit = () => dataset && router.push(links.tryPrompt(dataset, promptId, version));
  return (
    <FormDialog
      onClose={onClose}
      title={`Try ${version} on a dataset`}
      description="An experiment answers each row with this version and evaluates the answers."
      action="Continue"
      form={{ submit, busy: false, problem: error?.message ?? null }}
      disabled={dataset === null}
    >
      <Field label="Dataset" hint="Variables of the prompt are filled from its columns of the same names.">
        <SearchSelect
          options={datasetOptions(data?.datasets)}
          value={dataset}
          onChange={setDataset}
          placeholder="Type a dataset's name"
          empty={isPending ? "Loading…" : "No dataset matches"}
        />
      </Field>
    </FormDialog>
  );
}

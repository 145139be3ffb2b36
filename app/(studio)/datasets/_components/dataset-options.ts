interface NamedDataset {
  dataset_id: string;
  name: string;
}

/** Datasets as the options of a SearchSelect; none until they are loaded. */
export const datasetOptions = (datasets: readonly NamedDataset[] | undefined) =>
  (datasets ?? []).map(({ dataset_id, name }) => ({ value: dataset_id, label: name }));

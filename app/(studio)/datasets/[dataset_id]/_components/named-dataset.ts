export interface NamedDataset {
  id: string;
  name: string;
}

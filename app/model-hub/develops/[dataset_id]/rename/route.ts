import { renameDataset } from "@/lib/datasets/operations";

export const POST = renameDataset;

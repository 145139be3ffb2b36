import { deleteDatasets } from "@/lib/datasets/operations";

export const DELETE = deleteDatasets;

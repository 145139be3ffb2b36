import { createEmptyDataset } from "@/lib/datasets/operations";

export const POST = createEmptyDataset;

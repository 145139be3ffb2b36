import { getDatasetTable } from "@/lib/datasets/operations";

export const GET = getDatasetTable;

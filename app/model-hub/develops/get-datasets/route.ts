import { listDatasets } from "@/lib/datasets/operations";

export const GET = listDatasets;

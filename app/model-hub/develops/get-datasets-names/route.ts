import { listDatasetNames } from "@/lib/datasets/operations";

export const GET = listDatasetNames;

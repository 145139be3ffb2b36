import { listRowIds } from "@/lib/datasets/operations";

export const GET = listRowIds;

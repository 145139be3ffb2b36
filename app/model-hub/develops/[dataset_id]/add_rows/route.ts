import { addRows } from "@/lib/datasets/operations";

export const POST = addRows;

import { addColumns } from "@/lib/datasets/operations";

export const POST = addColumns;

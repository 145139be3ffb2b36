import { createLabel, listLabels } from "@/lib/annotation/operations";

export const GET = listLabels;
export const POST = createLabel;

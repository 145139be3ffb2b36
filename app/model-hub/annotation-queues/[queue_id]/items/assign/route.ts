import { assignItems } from "@/lib/annotation/operations";

export const POST = assignItems;

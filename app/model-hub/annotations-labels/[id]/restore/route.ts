import { restoreLabel } from "@/lib/annotation/operations";

export const POST = restoreLabel;

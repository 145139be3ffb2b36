import { listExportFields } from "@/lib/annotation/operations";

export const GET = listExportFields;

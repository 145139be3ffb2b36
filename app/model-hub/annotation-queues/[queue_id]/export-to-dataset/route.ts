import { exportToDataset } from "@/lib/annotation/operations";

export const POST = exportToDataset;

import { downloadDataset } from "@/lib/datasets/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(downloadDataset);

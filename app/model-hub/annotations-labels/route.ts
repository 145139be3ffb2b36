import { createLabel, listLabels } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listLabels);
export const POST = webHandler(createLabel);

import { createCalibration, listCalibrations } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listCalibrations);
export const POST = webHandler(createCalibration);

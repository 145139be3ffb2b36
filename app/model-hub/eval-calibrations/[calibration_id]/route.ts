import { deleteCalibration, getCalibration } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getCalibration);
export const DELETE = webHandler(deleteCalibration);

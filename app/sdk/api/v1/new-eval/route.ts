import { getSdkEval, runSdkEval } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getSdkEval);
export const POST = webHandler(runSdkEval);

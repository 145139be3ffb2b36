import { listModels, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const GET = listModels;
export const OPTIONS = preflight;
export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };

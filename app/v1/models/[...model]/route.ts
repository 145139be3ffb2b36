import { getModel, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const GET = getModel;
export const OPTIONS = preflight;
export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };

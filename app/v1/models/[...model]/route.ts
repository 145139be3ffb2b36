import { webHandler } from "@/lib/exchange/web";
import { getModel, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const GET = webHandler(getModel);
export const OPTIONS = webHandler(preflight);
const refuse = webHandler(wrongMethod);

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };

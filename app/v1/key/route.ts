import { webHandler } from "@/lib/exchange/web";
import { getCurrentKey, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const GET = webHandler(getCurrentKey);
export const OPTIONS = webHandler(preflight);
const refuse = webHandler(wrongMethod);

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };

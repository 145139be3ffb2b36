import { preflight, unknownPath } from "@/lib/gateway/operations";

export const runtime = "edge";

export const OPTIONS = preflight;
export { unknownPath as DELETE, unknownPath as GET, unknownPath as PATCH, unknownPath as POST, unknownPath as PUT };

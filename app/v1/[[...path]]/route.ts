import { unknownPath } from "@/lib/gateway/operations";

export const runtime = "edge";

export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as HEAD,
  unknownPath as OPTIONS,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};

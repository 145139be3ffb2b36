import { unknownPath } from "@/lib/platform/operations";

export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as HEAD,
  unknownPath as OPTIONS,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};

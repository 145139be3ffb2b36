import { webHandler } from "@/lib/exchange/web";
import { unknownPath } from "@/lib/platform/operations";

const refuse = webHandler(unknownPath);

export {
  refuse as DELETE,
  refuse as GET,
  refuse as HEAD,
  refuse as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};

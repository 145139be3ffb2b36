import { webHandler } from "@/lib/exchange/web";
import { unknownAdminPath } from "@/lib/gateway-admin/operations";

const refuse = webHandler(unknownAdminPath);

export {
  refuse as DELETE,
  refuse as GET,
  refuse as HEAD,
  refuse as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};

import { unknownAdminPath } from "@/lib/gateway-admin/operations";

export {
  unknownAdminPath as DELETE,
  unknownAdminPath as GET,
  unknownAdminPath as HEAD,
  unknownAdminPath as OPTIONS,
  unknownAdminPath as PATCH,
  unknownAdminPath as POST,
  unknownAdminPath as PUT,
};

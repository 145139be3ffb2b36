import { webHandler } from "@/lib/exchange/web";
import {
  getGatewayKey,
  replaceGatewayKey,
  revokeGatewayKey,
  updateGatewayKey,
  wrongAdminMethod,
} from "@/lib/gateway-admin/operations";

export const GET = webHandler(getGatewayKey);
export const PUT = webHandler(replaceGatewayKey);
export const PATCH = webHandler(updateGatewayKey);
export const DELETE = webHandler(revokeGatewayKey);
const refuse = webHandler(wrongAdminMethod);

export { refuse as POST };

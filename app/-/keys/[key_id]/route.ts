import {
  getGatewayKey,
  replaceGatewayKey,
  revokeGatewayKey,
  updateGatewayKey,
  wrongAdminMethod,
} from "@/lib/gateway-admin/operations";

export const GET = getGatewayKey;
export const PUT = replaceGatewayKey;
export const PATCH = updateGatewayKey;
export const DELETE = revokeGatewayKey;
export { wrongAdminMethod as POST };

import { GatewayFailure } from "../../errors";

export const refused = (param: string, message: string): GatewayFailure =>
  new GatewayFailure("invalid_request_error", `${param}: ${message}`, { param });

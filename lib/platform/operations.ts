import * as contracts from "@/lib/contracts/platform";
import { endpoint } from "@/lib/http/endpoint";
import { health as checkHealth } from "./health";

export { openapi } from "./document";
export const health = endpoint(contracts.health, checkHealth);

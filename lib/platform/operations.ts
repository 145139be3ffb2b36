import * as contracts from "@/lib/contracts/platform";
import { endpoint } from "@/lib/http/endpoint";
import { openapi as describe } from "./document";
import { health as checkHealth } from "./health";

export const health = endpoint(contracts.health, checkHealth);
export const openapi = endpoint(contracts.openapi, describe);

import * as contracts from "@/lib/contracts/platform";
import { notFound } from "@/lib/errors";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import { endpoint } from "@/lib/http/endpoint";
import { renderError } from "@/lib/http/render-error";
import * as verbs from "./health";

export { openapi } from "./document";
export const health = endpoint(contracts.health, verbs.health);
export const livez = endpoint(contracts.livez, verbs.livez);
export const healthz = endpoint(contracts.healthz, verbs.healthz);
export const readyz = endpoint(contracts.readyz, verbs.readyz);

/** Not a documented operation: the 404 for unknown paths below the API's prefixes, for every method. */
export const unknownPath = ({ method, path }: Exchange): Reply =>
  renderError(notFound(`There is no ${method} ${path}.`));

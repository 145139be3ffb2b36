import * as contracts from "@/lib/contracts/platform";
import * as statusContracts from "@/lib/contracts/status";
import { Failure, notFound } from "@/lib/errors";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import { endpoint } from "@/lib/http/endpoint";
import { renderError } from "@/lib/http/render-error";
import * as verbs from "./health";
import { notBuiltAt } from "./not-built";
import * as statusVerbs from "./status/get-status";

export { openapi } from "./document";
export const health = endpoint(contracts.health, verbs.health);
export const livez = endpoint(contracts.livez, verbs.livez);
export const healthz = endpoint(contracts.healthz, verbs.healthz);
export const readyz = endpoint(contracts.readyz, verbs.readyz);
export const getStatus = endpoint(statusContracts.getStatus, statusVerbs.getStatus);

/**
 * Not a documented operation: the answer at unknown paths below the API's prefixes, for every method. 501 where a
 * published client may expect something, else 404.
 */
export const unknownPath = ({ method, path, facts }: Exchange): Reply => {
  const reason = notBuiltAt(path);
  const failure = reason ? new Failure("notImplemented", reason) : notFound(`There is no ${method} ${path}.`);
  return renderError(failure, facts.id);
};

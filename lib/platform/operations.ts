import * as contracts from "@/lib/contracts/platform";
import { notFound } from "@/lib/errors";
import { endpoint } from "@/lib/http/endpoint";
import { renderError } from "@/lib/http/render-error";
import { health as checkHealth } from "./health";

export { openapi } from "./document";
export const health = endpoint(contracts.health, checkHealth);

/** No documented operation: the answer to a path below the API's parts that leads nowhere, whatever the method. */
export const unknownPath = (request: Request): Response =>
  renderError(notFound(`There is no ${request.method} ${new URL(request.url).pathname}.`));

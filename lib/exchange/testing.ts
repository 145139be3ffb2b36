import type { Handler } from "./exchange";
import { webHandler } from "./web";

type WebHandlers<Handlers> = { [Name in keyof Handlers]: (request: Request) => Promise<Response> };

/** Operations as the web's mount serves them. */
export const overWeb = <Handlers extends Record<string, Handler>>(handlers: Handlers): WebHandlers<Handlers> =>
  // Safe because each name keeps its handler.
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, webHandler(handler)]),
  ) as WebHandlers<Handlers>;

import { Inngest, type Middleware } from "inngest";

const silent = () => undefined;

/** A client of the app `test`, silent because the SDK prints every error that a test provokes. */
export const createClient = (options: { baseUrl?: string; eventKey?: string; middleware?: Middleware.Class[] } = {}) =>
  new Inngest({
    id: "test",
    isDev: false,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    ...options,
  });

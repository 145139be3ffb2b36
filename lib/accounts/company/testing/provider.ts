// A real OpenID Connect provider on a free port. It signs in the one that `person` names, without a page, and can be made to fail.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** What it says of a person; claims may have any value. */
export interface Person {
  sub: string;
  [claim: string]: unknown;
}

/** Answers in place of the provider; false if it does not. */
type Fault = (request: IncomingMessage, answer: ServerResponse) => boolean;

export interface TestProvider {
  issuer: string;
  host: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in next. */
  person: Person;
  fault: Fault | null;
  /** The paths of requests that came. */
  requests: string[];
  stop(): Promise<void>;
}

/** `callbacks`: to where it may send people back, read with its first request. On a free port, unless one is named. */
export async function startProvider(callbacks: () => string[], chosenPort = 0): Promise<TestProvider> {
  const people = new Map<string, Person>();
  let handle: ((request: IncomingMessage, answer: ServerResponse) => unknown) | undefined;
  const server = createServer((request, answer) => {
    test.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    if (test.fault?.(request, answer)) return;
    people.set(test.person.sub, test.person);
    handle ??= handlerOf(test, callbacks, people);
    handle(request, answer);
  });
  await new Promise<void>((resolve) => server.listen(chosenPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  const host = `127.0.0.1:${port}`;
  const test: TestProvider = {
    issuer: `http://${host}`,
    host,
    clientId: "assay",
    clientSecret: "a secret of the provider: 50% & more",
    person: { sub: "nobody" },
    fault: null,
    requests: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return test;
}

function handlerOf(test: TestProvider, callbacks: () => string[], people: Map<string, Person>) {
  const provider = new Provider(test.issuer, {
    clients: [{ client_id: test.clientId, client_secret: test.clientSecret, redirect_uris: callbacks() }],
    pkce: { required: () => true },
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key of the test"] },
    interactions: { url: () => "/login" },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...people.get(accountId), sub: accountId }) }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? "",
        accountId: context.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const rest = provider.callback();
  return (request: IncomingMessage, answer: ServerResponse): unknown =>
    request.url === "/login"
      ? provider.interactionFinished(request, answer, { login: { accountId: test.person.sub } })
      : rest(request, answer);
}

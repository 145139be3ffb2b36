// `npm start` and `npm run dev`: starts everything that Assay needs, in order, then the server itself.
import { join } from "node:path";
import { defaultSignUp } from "@/lib/auth/rules/sign-up";
import { openingSecrets } from "@/lib/auth/session-secret";
import { dataDirectory, lockDataDirectory, storedSecret } from "@/lib/embedded/data-directory";
import { startEmbedded } from "@/lib/embedded/start";
import { StopStack } from "@/lib/embedded/stop-stack";
import type { Environment } from "@/lib/env";
import { checkEnvironment, ignoredTracing, unknownSettings } from "@/lib/env/check";
import { describeError } from "@/lib/error-report";
import { handledBy } from "@/lib/rejections";
import { asStartupError, StartupError } from "@/lib/startup-error";
import { build } from "./build";
import type { RunningServer, ServerOptions } from "./http-server";
import { assertPortFree } from "./listen";
import { loadEnvironment } from "./load-environment";
import type { ScreensOptions, ScreensProcess } from "./screens/start";
import { handleSignals } from "./signals";
import { surviveStrayFailures } from "./stray-failures";

export interface MainOptions {
  dev: boolean;
  /** In place of one that has been ready and ended: schema, installation and screens are as it left them. */
  again: boolean;
  /** The screens are built: nothing looks at their sources, which need not be there. */
  built: boolean;
  /** Only the API and the gateway, without screens. */
  api: boolean;
  /** The project's folder. */
  root: string;
}

export interface Started {
  /** Whether another process should stand by, to take this one's place when it ends. */
  standby: boolean;
}

/** Starts Assay, and returns once it listens. A failure is reported in one sentence and ends the process with code 1. */
export async function main(options: MainOptions): Promise<Started> {
  const stops = new StopStack();
  const interrupted = handleSignals(stops);
  try {
    return await start(options, stops, interrupted);
  } catch (error) {
    // A requested stop makes the current step fail; the signal's handler ends the process.
    if (interrupted.aborted) return { standby: false };
    await stops.stopAll(4_000);
    const known = asStartupError(error);
    process.stderr.write(`${known ? known.message : describeError(error)}\n`);
    process.exit(1);
  }
}

async function start(options: MainOptions, stops: StopStack, signal: AbortSignal): Promise<Started> {
  const { dev, again, built, api, root } = options;
  const log = progress();
  loadEnvironment(root, dev);
  const environment = readEnvironment();
  for (const name of unknownSettings(process.env))
    log(`${name} is not a setting of Assay, and is ignored (see .env.example)`);
  for (const sentence of ignoredTracing(process.env)) log(sentence);
  const { PORT: port, HOST: host } = environment;
  await assertPortFree(port, host);
  const release = await lockDataDirectory();
  stops.push(async () => release());
  process.env.AUTH_SECRET ||= storedSecret("AUTH_SECRET");
  decideSignUp(environment, log);

  const builds = dev || again || built || api ? Promise.resolve("unchanged") : build({ root, log, signal });
  // Awaited below; should the services fail first, its own failure must not count as unhandled.
  builds.catch(handledBy("the await below"));
  await startServices({ environment, again }, stops, log);
  await changeEmbeddedSecret(environment, log);
  if ((await builds) === "built") log("Screens built");

  const screens = api ? null : await startTheScreens({ dev, root, host, port }, stops);
  const { configureGateway, provision } = await import("@/lib/provisioning/provision");
  const signIn = again ? null : await provision();
  await configureGateway();
  // In development the screens' process answers the API as well.
  if (dev) await screens?.ready;
  const journal = join(dataDirectory(), "journal");
  const served = { port, host, journal, screens: screens && { socket: screens.socket, dev } };
  const count = dev ? 1 : environment.ASSAY_WORKERS;
  const server = count === 1 ? await startServer(served) : await startWorkers({ ...served, root, count }, environment);
  stops.push(() => server.close());
  const { keepStatus } = await import("@/lib/platform/status/record-status");
  stops.push(keepStatus());
  // Callers of the API need not wait for them.
  await screens?.ready;
  log(`Ready on ${server.url}`);
  if (signIn) process.stdout.write(`\n  ${signIn}\n\n`);
  surviveStrayFailures();
  return { standby: environment.ASSAY_STANDBY ?? false };
}

/** Before the jobs: one that cannot open what it needs may fail for good. */
async function checkSecret({ ASSAY_NEW_SECRET: isNew = false }: Environment): Promise<void> {
  const [{ connection }, { keepSecret }] = await Promise.all([
    import("@/db/client"),
    import("@/lib/provisioning/check-secret"),
  ]);
  const [secret = "", ...others] = openingSecrets();
  await keepSecret(connection().db, secret, isNew, others);
}

/** No command reaches the embedded database while nothing runs it. */
async function changeEmbeddedSecret({ DATABASE_URL }: Environment, log: Log): Promise<void> {
  if (openingSecrets().length < 2 || DATABASE_URL !== undefined) return;
  const { changeSecret, describeResealed } = await import("@/lib/provisioning/change-secret");
  log(describeResealed(await changeSecret()));
}

/** For every process of the server. */
function decideSignUp({ HOST: host, ASSAY_TRUST_PROXY: proxies = 0, ASSAY_URL: url }: Environment, log: Log): void {
  if (process.env.ASSAY_SIGNUP) return;
  process.env.ASSAY_SIGNUP = defaultSignUp({ host, proxies, url });
  const who =
    process.env.ASSAY_SIGNUP === "open" ? "open, since only this machine reaches the server" : "by invitation";
  log(`Sign-up: ${who} (ASSAY_SIGNUP is not set)`);
}

async function startTheScreens(options: ScreensOptions, stops: StopStack): Promise<ScreensProcess> {
  const { startScreens } = await import("./screens/start");
  const screens = startScreens(options);
  stops.push(screens.stop);
  // Awaited by the caller; should provisioning fail first, its own failure must not count as unhandled.
  screens.ready.catch(handledBy("the await of the caller"));
  return screens;
}

async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { createServer } = await import("./http-server");
  return createServer(options);
}

async function startWorkers(
  options: ServerOptions & { root: string; count: number },
  { REDIS_URL, UPSTASH_REDIS_REST_URL }: Environment,
): Promise<RunningServer> {
  const workers = await import("./workers");
  const usesRedisUrl = REDIS_URL !== undefined && UPSTASH_REDIS_REST_URL === undefined;
  return workers.startWorkers({ ...options, usesRedisUrl });
}

async function startServices(
  { environment, again }: { environment: Environment; again: boolean },
  stops: StopStack,
  log: Log,
): Promise<void> {
  const prepare = async (databaseUrl: string): Promise<void> => {
    if (!again) {
      const [{ migrate }, { storeBuiltIns }] = await Promise.all([
        import("@/db/migrate"),
        import("@/lib/provisioning/built-ins"),
      ]);
      await migrate(databaseUrl, storeBuiltIns, log);
      log("Database schema up to date");
    }
    await checkSecret(environment);
  };
  await startEmbedded({ environment, dataDirectory: dataDirectory(), stops, log, prepare });
}

function readEnvironment(): Environment {
  try {
    return checkEnvironment(process.env);
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Found out before the minute's work of a first start, not after it. */
type Log = (line: string) => void;

/** Prints a line a step, with the seconds since the start. */
function progress(): (line: string) => void {
  const begin = performance.now();
  return (line) => {
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    process.stdout.write(`${seconds.padStart(6)}s  ${line}\n`);
  };
}

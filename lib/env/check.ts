// Checks the environment at the start: reports every problem at once.
import { type Environment, environment, type Source, setIn } from "./index";

/** Variables that work only together. */
const pairs: readonly (readonly [keyof Environment, keyof Environment])[] = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
  ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
  ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  ["ASSAY_INIT_OWNER_EMAIL", "ASSAY_INIT_OWNER_PASSWORD"],
  ["ASSAY_INIT_API_KEY", "ASSAY_INIT_SECRET_KEY"],
  ["ASSAY_SMTP_URL", "ASSAY_MAIL_FROM"],
];

/** Variables that say something of another one. */
const additions: readonly (readonly [keyof Environment, keyof Environment])[] = [
  ["ASSAY_INIT_ORGANIZATION", "ASSAY_INIT_OWNER_EMAIL"],
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["AUTH_SECRET_OTHER", "AUTH_SECRET"],
  // Links in mails need it.
  ["ASSAY_SMTP_URL", "ASSAY_URL"],
];

const SECRET_WANTED =
  "Is not set, but DATABASE_URL is. Every server of a database needs the same one: take it from secrets.json in the data folder " +
  "of the server that has used this database, or make one with `openssl rand -hex 32`.";

/** The environment; throws one error with a line for each problem. */
export function checkEnvironment(source: Source): Environment {
  const present = setIn(source);
  const parsed = environment.safeParse(present);
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join(".");
    if (!problems.has(name)) problems.set(name, message);
  }
  for (const [name, message] of unpaired(present)) if (!problems.has(name)) problems.set(name, message);
  if (parsed.success && problems.size === 0) return parsed.data;
  const lines = [...problems].map(([name, message]) => `  ${name}: ${message}`);
  throw new Error(["The environment variables are not valid.", ...lines].join("\n"));
}

/** Names that the command, the tests and the build read; and those that Kubernetes adds for services called assay or assay-…. */
const OTHERS =
  /^ASSAY_(API_KEY|SECRET_KEY|CONFIG_DIR|BUILD|OLDER|GRID|SITTING.*|WEBHOOK_SECRET|E2E_.*|(.*_)?(SERVICE_HOST|SERVICE_PORT.*|PORT(_\d.*)?))$/;

/** Variables that look like settings and are none: a misspelt one would leave its default in force. */
export const unknownSettings = (source: Source): string[] =>
  Object.keys(setIn(source)).filter(
    (name) => name.startsWith("ASSAY_") && !Object.hasOwn(environment.shape, name) && !OTHERS.test(name),
  );

const isProtobuf = (value: string): boolean => value === "http/protobuf";
const isRead = (name: "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG") => (value: string) =>
  environment.shape[name].parse(value) !== undefined;
const known = [
  ["OTEL_TRACES_SAMPLER", isRead("OTEL_TRACES_SAMPLER")],
  ["OTEL_TRACES_SAMPLER_ARG", isRead("OTEL_TRACES_SAMPLER_ARG")],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", isProtobuf],
  ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", isProtobuf],
] as const;

/** OpenTelemetry's variables that are set, but without an effect: a sentence each. */
export function ignoredTracing(source: Source): string[] {
  const present = setIn(source);
  return known.flatMap(([name, isKnown]) => {
    const value = present[name];
    return value === undefined || isKnown(value) ? [] : `${name}=${value} is not known here. The default is used.`;
  });
}

function* unpaired(present: Source): Generator<[name: string, message: string]> {
  const isSet = (name: string) => present[name] !== undefined;
  for (const [one, other] of pairs) {
    // Inngest's dev server needs no keys.
    if (isSet(one) === isSet(other) || (one === "INNGEST_EVENT_KEY" && usesDevServer(present))) continue;
    const [here, missing] = isSet(one) ? [one, other] : [other, one];
    yield [missing, `Is not set, but ${here} is. Set both or neither.`];
  }
  // Each data folder would make a secret of its own, and no server would know the others' sessions and keys.
  if (isSet("DATABASE_URL") && !isSet("AUTH_SECRET")) yield ["AUTH_SECRET", SECRET_WANTED];
  for (const [name, other] of additions) {
    if (isSet(name) && !isSet(other)) yield [name, `Needs ${other}. Set that as well, or leave this empty.`];
  }
}

/** Whether jobs run in Inngest's own dev server. */
export const usesDevServer = ({ INNGEST_DEV: dev }: { INNGEST_DEV?: string | undefined }): boolean =>
  dev !== undefined && !["", "0", "false"].includes(dev);

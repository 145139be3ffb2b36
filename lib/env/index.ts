// Every environment variable the project reads, parsed once. `.env.example` lists the same names (env.test.ts holds it to that).
import { z } from "zod";
import "@/lib/bounds/wording";
import { logFormats, logLevels } from "./log-names";
import { foreignSecret, ownSecret, password, phrase, token } from "./secrets";

const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "1", "0"]))
  .transform((text) => text === "true" || text === "1")
  .optional();
/** How many proxies to trust; "true" means one. */
const proxies = z
  .string()
  .regex(/^(true|false|\d)$/, "Expected the number of proxies in front, or true for one.")
  .transform((value) => Number({ true: 1, false: 0 }[value] ?? value))
  .optional();
const text = z.string().trim().min(1).optional();
const HTTP = /^https?$/;
const HTTP_WANTED = "Expected an http or https address.";
const httpUrl = z.url({ protocol: HTTP, error: HTTP_WANTED }).optional();
/** A database's address. Its host is in it: a driver that finds none there would use whatever listens on this machine. */
const databaseUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    hostname: /./,
    error: "Expected an address such as postgresql://user:password@host/name.",
  })
  .optional();
/** Where people and other servers find Assay: it cannot run below a path. */
const siteUrl = z
  .url({ protocol: HTTP, error: HTTP_WANTED, abort: true })
  .refine(
    (site) => new URL(site).href === `${new URL(site).origin}/`,
    "Expected an address without a path, query or user.",
  )
  .optional();
/** Names of hosts, with a port or without, separated by commas. */
const hosts = z
  .string()
  .transform((value) => value.split(",").map((name) => name.trim().toLowerCase()))
  .pipe(
    z.array(
      z.string().regex(/^(\[[\da-f:.]+\]|[a-z\d.-]+)(:\d{1,5})?$/, "Expected hosts such as agent.internal:8080."),
    ),
  )
  .optional();

/** The same, and with `*.` all names below a domain. */
const hostPatterns = z
  .string()
  .transform((value) => value.split(",").map((name) => name.trim().toLowerCase()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^(\[[\da-f:.]+\]|(\*\.)?[a-z\d.-]+)(:\d{1,5})?$/,
          "Expected hosts such as api.openai.com or *.example.com.",
        ),
    ),
  )
  .optional();

/** Who may make an account: one of two words, or mail domains. */
const NAME_SERVER = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?$/;
const nameServers = z
  .string()
  .transform((value) => value.split(",").map((name) => name.trim()))
  .pipe(z.array(z.string().regex(NAME_SERVER, "Expected addresses such as 9.9.9.9 or 192.0.2.53:5353.")))
  .optional();

const SIGN_UP_WANTED = "Expected open, invite, or mail domains such as example.com, separated by commas.";
const signUp = z
  .union(
    [
      z.enum(["open", "invite"]),
      z
        .string()
        .transform((listed) => listed.split(",").map((domain) => domain.trim().toLowerCase()))
        .pipe(z.array(z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, SIGN_UP_WANTED))),
    ],
    SIGN_UP_WANTED,
  )
  .optional();

export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  ASSAY_WORKERS: z.coerce.number().int().min(1).max(16).default(1),
  ASSAY_STANDBY: flag,
  ASSAY_DATA_DIR: z.string().default(".assay"),
  ASSAY_DEMO: flag,
  ASSAY_CONFIG: text,
  // Read by scripts/vercel.mjs.
  ASSAY_GATEWAY_RUNTIME: z.enum(["edge", "nodejs"]).optional(),
  ASSAY_INSTALLATION: z
    .string()
    .regex(/^[\w.-]{1,64}$/, "Expected up to 64 letters, digits, dots, dashes and underscores.")
    .optional(),
  ASSAY_LOG: z.enum(logFormats).optional(),
  ASSAY_LOG_LEVEL: z.enum(logLevels).optional(),
  ASSAY_BROWSER: text,
  ASSAY_URL: siteUrl,
  ASSAY_SMTP_URL: z.url({ protocol: /^smtps?$/, error: "Expected an smtp:// or smtps:// address." }).optional(),
  ASSAY_MAIL_FROM: text,
  ASSAY_SIGNUP: signUp,
  ASSAY_TRUST_PROXY: proxies,
  ASSAY_ALLOWED_HOSTS: hosts,
  ASSAY_DNS: nameServers,
  ASSAY_EGRESS: hostPatterns,
  ASSAY_VOICE_PROVIDER: z.enum(["vapi", "retell"]).optional(),
  ASSAY_VOICE_API_KEY: foreignSecret,
  ASSAY_VOICE_NUMBER: text,
  ASSAY_VOICE_AGENT: text,
  ASSAY_VOICE_BASE_URL: httpUrl,
  ASSAY_INIT_OWNER_EMAIL: z.email().optional(),
  ASSAY_INIT_OWNER_PASSWORD: password(8),
  ASSAY_INIT_ORGANIZATION: text,
  ASSAY_INIT_API_KEY: ownSecret(16),
  ASSAY_INIT_SECRET_KEY: ownSecret(16),
  ADMIN_TOKEN: token,
  AUTH_SECRET: phrase,
  AUTH_SECRET_OTHER: phrase,
  ASSAY_NEW_SECRET: flag,
  AUTH_GITHUB_ID: text,
  AUTH_GITHUB_SECRET: foreignSecret,
  AUTH_GOOGLE_ID: text,
  AUTH_GOOGLE_SECRET: foreignSecret,
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  UPSTASH_REDIS_REST_URL: httpUrl,
  UPSTASH_REDIS_REST_TOKEN: foreignSecret,
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "Expected a redis:// or rediss:// address." }).optional(),
  INNGEST_EVENT_KEY: foreignSecret,
  INNGEST_SIGNING_KEY: foreignSecret,
  INNGEST_DEV: text,
  // OpenTelemetry's own names.
  OTEL_SDK_DISABLED: flag,
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: text,
  // Platforms set these for every container, also to addresses that only other exporters use.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: text,
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .optional()
    // They are set for many services at once: what is not known here warns, and has the default.
    .catch(undefined),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional().catch(undefined),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(600_000).optional(),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag,
});

export type Environment = z.infer<typeof environment>;

export type Source = Record<string, string | undefined>;

/** Empty strings count as unset. */
export const setIn = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));

/** Parses `source`; throws one error that names every offending variable. A start checks more (check.ts). */
export function parseEnvironment(source: Source): Environment {
  const parsed = environment.safeParse(setIn(source));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}

const invalid = (problems: readonly string[]): Error =>
  new Error(`The environment variables are not valid. ${problems.join("; ")}`);

/** The environment as it is now: the embedded services add their own addresses to it while starting. */
export const env = (): Environment => parseEnvironment(process.env);

/** One variable as it is now. For reads on each request: reading all of them takes 60 µs. */
export function variable<Name extends keyof Environment>(name: Name): Environment[Name] {
  const parsed = environment.shape[name].safeParse(process.env[name] || undefined);
  // Safe: it is the member that the type was made of.
  if (parsed.success) return parsed.data as Environment[Name];
  throw invalid(parsed.error.issues.map(({ message }) => `${name}: ${message}`));
}

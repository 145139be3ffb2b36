import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { checkEnvironment, ignoredTracing, unknownSettings } from "./check";
import { environment, parseEnvironment, variable } from "./index";

test(".env.example lists exactly the variables that the project reads", () => {
  const text = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");
  const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...listed].sort()).toEqual(Object.keys(environment.shape).sort());
});

test("an unchanged copy of the example changes no setting", () => {
  const text = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");
  const values = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(parseEnvironment(values)).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", ASSAY_DATA_DIR: ".assay" });
});

test("all wrong variables are named at once", () => {
  const bad = { PORT: "99999", DATABASE_URL: "somewhere", ASSAY_INIT_OWNER_EMAIL: "nobody", ASSAY_DEMO: "perhaps" };
  expect(() => parseEnvironment(bad)).toThrow(/PORT: .*ASSAY_DEMO: .*ASSAY_INIT_OWNER_EMAIL: .*DATABASE_URL: /s);
});

test.each(["changeme", "a".repeat(64), "12".repeat(32), "b7a19f3c5d2e8046b7a19f3c5d2e804"])(
  "the admin token %s is refused, with advice on how to make one",
  (weak) => {
    const start = () => parseEnvironment({ ADMIN_TOKEN: weak });
    expect(start).toThrow(
      "The environment variables are not valid. ADMIN_TOKEN: Use at least 32 random characters, such as",
    );
    expect(start).not.toThrow(weak);
    expect(parseEnvironment({ ADMIN_TOKEN: "b7a19f3c5d2e8046b7a19f3c5d2e8046" })).toHaveProperty("ADMIN_TOKEN");
  },
);

test("the start reports every error on its own line, and repeats no value", () => {
  const wrong = {
    ADMIN_TOKEN: "change-me-to-32-random-characters",
    AUTH_SECRET: "short",
    ASSAY_INIT_OWNER_EMAIL: "ada@example.com",
    ASSAY_INIT_API_KEY: "a key with blanks in it",
    ASSAY_INIT_SECRET_KEY: "fifteen-letters",
    AUTH_GITHUB_SECRET: "<your secret>",
    AUTH_GOOGLE_ID: "id",
    UPSTASH_REDIS_REST_URL: "https://example.upstash.io",
    INNGEST_EVENT_KEY: "your-event-key",
    INNGEST_SIGNING_KEY: "signkey-prod-12345\n",
    DATABASE_DIRECT_URL: "postgres://db.test/assay",
    PORT: "99999",
  };
  const failure = (() => {
    try {
      return checkEnvironment(wrong);
    } catch (error) {
      return error;
    }
  })();
  const { message } = failure as Error; // safe because all of it is wrong
  expect(message.split("\n")).toEqual([
    "The environment variables are not valid.",
    expect.stringMatching(/^ {2}PORT: /),
    "  ASSAY_INIT_API_KEY: Contains a space or a line break. Remove it.",
    "  ASSAY_INIT_SECRET_KEY: Use at least 16 characters.",
    "  ADMIN_TOKEN: Is a placeholder. Set a value of your own, or leave it empty.",
    "  AUTH_SECRET: Use at least 32 random characters, such as `openssl rand -hex 32` makes.",
    "  AUTH_GITHUB_SECRET: Contains a space or a line break. Remove it.",
    "  INNGEST_EVENT_KEY: Is a placeholder. Set a value of your own, or leave it empty.",
    "  INNGEST_SIGNING_KEY: Contains a space or a line break. Remove it.",
    "  UPSTASH_REDIS_REST_TOKEN: Is not set, but UPSTASH_REDIS_REST_URL is. Set both or neither.",
    "  AUTH_GITHUB_ID: Is not set, but AUTH_GITHUB_SECRET is. Set both or neither.",
    "  AUTH_GOOGLE_SECRET: Is not set, but AUTH_GOOGLE_ID is. Set both or neither.",
    "  ASSAY_INIT_OWNER_PASSWORD: Is not set, but ASSAY_INIT_OWNER_EMAIL is. Set both or neither.",
    "  DATABASE_DIRECT_URL: Needs DATABASE_URL. Set that as well, or leave this empty.",
  ]);
  for (const value of [wrong.AUTH_SECRET, wrong.ADMIN_TOKEN, wrong.INNGEST_EVENT_KEY, wrong.AUTH_GITHUB_SECRET])
    expect(message).not.toContain(`${value} `);
});

test.each([
  ["xxxxxxxxxxxxxxxxxxxxxxxx", true],
  ["$GITHUB_SECRET", true],
  ["your_secret_here", true],
  ["CHANGEME", true],
  ["gho_16C7e42F292c6912E7710c838347Ae178B4a", false],
  ["GOCSPX-9f_xx-token-2Qb", false],
])("the secret %s is recognized as a placeholder: %s", (value, isPlaceholder) => {
  const check = () => checkEnvironment({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: value });
  if (isPlaceholder) expect(check).toThrow("AUTH_GITHUB_SECRET: Is a placeholder.");
  else expect(check()).toHaveProperty("AUTH_GITHUB_SECRET", value);
});

test.each([
  [" a secret for tests, long enough to be one", "Begins or ends with a space"],
  ["a secret for tests, long enough to be one\n", "Begins or ends with a space"],
  ["a".repeat(40), "Use at least 32 random characters"],
])("the session secret %j is refused", (value, reason) => {
  expect(() => checkEnvironment({ AUTH_SECRET: value })).toThrow(`AUTH_SECRET: ${reason}`);
});

test("an external database requires a secret that its servers share", () => {
  const DATABASE_URL = "postgres://db.test/assay";
  expect(() => checkEnvironment({ DATABASE_URL })).toThrow(
    /AUTH_SECRET: Is not set, but DATABASE_URL is\..*secrets\.json.*openssl rand -hex 32/,
  );
  expect(checkEnvironment({ DATABASE_URL, AUTH_SECRET: "a secret for tests, long enough to be one" })).toBeTruthy();
});

test("variables that belong together are required together, and Inngest's dev server needs no keys", () => {
  expect(checkEnvironment({ INNGEST_DEV: "1", INNGEST_SIGNING_KEY: "signkey-1" })).toHaveProperty("INNGEST_DEV");
  expect(() => checkEnvironment({ INNGEST_DEV: "0", INNGEST_SIGNING_KEY: "signkey-1" })).toThrow(
    "INNGEST_EVENT_KEY: Is",
  );
  const owner = { ASSAY_INIT_OWNER_EMAIL: "ada@example.com", ASSAY_INIT_OWNER_PASSWORD: "a long pass phrase" };
  expect(checkEnvironment({ ...owner, ASSAY_INIT_ORGANIZATION: "Acme" })).toMatchObject(owner);
  expect(() => checkEnvironment({ ASSAY_INIT_ORGANIZATION: "Acme" })).toThrow(
    "ASSAY_INIT_ORGANIZATION: Needs ASSAY_INIT_OWNER_EMAIL.",
  );
});

test("one variable is read as usual, even if others are invalid", () => {
  vi.stubEnv("PORT", "99999");
  vi.stubEnv("ASSAY_ALLOWED_HOSTS", "agent.internal:8080, other");
  vi.stubEnv("ASSAY_DATA_DIR", "");
  expect(variable("ASSAY_ALLOWED_HOSTS")).toEqual(["agent.internal:8080", "other"]);
  expect(variable("ASSAY_DATA_DIR")).toBe(".assay");
  expect(() => variable("PORT")).toThrow(/^The environment variables are not valid\. PORT: /);
  vi.unstubAllEnvs();
});

test.each<[name: string, value: string, problem: RegExp | null]>([
  ["DATABASE_URL", "postgres://u:p@db.test:5433/assay?sslmode=require", null],
  ["DATABASE_URL", "postgresql://u@[::1]/assay", null],
  // A driver without a host would use whatever listens on this machine.
  ["DATABASE_URL", "postgres:///assay?host=/run/postgresql", /Expected an address such as postgresql:/],
  ["DATABASE_URL", "mysql://u:p@db.test/assay", /Expected an address such as postgresql:/],
  ["REDIS_URL", "rediss://default:p@redis.test:6380", null],
  ["REDIS_URL", "https://redis.test", /Expected a redis:/],
  ["ASSAY_URL", "https://assay.test", null],
  ["ASSAY_URL", "https://assay.test:8443/", null],
  ["ASSAY_URL", "https://assay.test/sub", /without a path/],
  ["ASSAY_URL", "https://assay.test?x=1", /without a path/],
  ["ASSAY_URL", "ftp://assay.test", /http or https/],
  ["ASSAY_URL", "assay.test", /ASSAY_URL: Expected an http or https address/],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://collector:4317", null],
  ["ASSAY_SIGNUP", "invte", /Expected open, invite, or mail domains/],
  ["ASSAY_SIGNUP", "example.com, example.org", null],
  ["OTEL_SDK_DISABLED", "True", null],
  ["ASSAY_DEMO", "no", /Must be "0", "1", "true" or "false"/],
  ["PORT", "abc", /Must be a number/],
])("%s=%s", (name, value, problem) => {
  const read = () => parseEnvironment({ [name]: value });
  if (problem) expect(read).toThrow(problem);
  else expect(read).not.toThrow();
});

test("what OpenTelemetry's variables say and the server does not know is named, and the default holds", () => {
  const source = {
    OTEL_TRACES_SAMPLER: "parentbased_jaeger_remote",
    OTEL_TRACES_SAMPLER_ARG: "endpoint=http://localhost:14250",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
  };
  expect(parseEnvironment(source)).toMatchObject({
    OTEL_TRACES_SAMPLER: undefined,
    OTEL_TRACES_SAMPLER_ARG: undefined,
  });
  expect(ignoredTracing(source)).toEqual([
    "OTEL_TRACES_SAMPLER=parentbased_jaeger_remote is not known here. The default is used.",
    "OTEL_TRACES_SAMPLER_ARG=endpoint=http://localhost:14250 is not known here. The default is used.",
    "OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not known here. The default is used.",
  ]);
  expect(ignoredTracing({ OTEL_TRACES_SAMPLER: "always_on", OTEL_TRACES_SAMPLER_ARG: "0.5" })).toEqual([]);
});

test("misspelt settings are named, and what others read is not", () => {
  const names = [
    "ASSAY_EGRES",
    "ASSAY_EGRESS",
    "ASSAY_API_KEY",
    "ASSAY_SERVICE_PORT_HTTP",
    "ASSAY_PORT",
    "ASSAY_REDIS_PORT_6379_TCP",
    "PATH",
  ];
  const source = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(unknownSettings({ ...source, ASSAY_SINGUP: "" })).toEqual(["ASSAY_EGRES"]);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartupError } from "@/lib/startup-error";
import { readConfigFile } from "./read-config";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-config-"));
  path = join(folder, "gateway.yaml");
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, environment: Record<string, string> = {}) {
  await writeFile(path, text);
  return readConfigFile(path, environment);
}

const WHOLE = `
providers:
  openai:
    api_key: \${OPENAI_KEY}
  local:
    base_url: http://127.0.0.1:\${PORT}/v1
    models: [llama, org/qwen]
    timeout: 1m30s
model_map:
  fast: local/llama
auth:
  keys:
    - name: team
      key: sk-\${SUFFIX}-1
      rate_limit_rpm: \${RPM}
      rate_limit_tpm: 1000
rate_limiting:
  enabled: true
  global_rpm: 600
budgets:
  enabled: true
  org_budget: {period: monthly, limit: 500.00, action: block}
organizations:
  Acme:
    rate_limiting: {enabled: true, rpm: 60, tpm: 90000}
server: {port: 8080}
`;

test("the whole file is read, with environment variables filled in", async () => {
  const file = await read(WHOLE, { OPENAI_KEY: "a: b # c", PORT: "9000", SUFFIX: "x", RPM: "30" });
  expect(file.providers).toEqual({
    openai: { api_key: "a: b # c", models: [] },
    local: { base_url: "http://127.0.0.1:9000/v1", models: ["llama", "org/qwen"], timeout: 90 },
  });
  expect(file.auth.keys[0]).toMatchObject({ key: "sk-x-1", rate_limit_rpm: 30, rate_limit_tpm: 1000 });
  expect(file.budgets?.org_budget).toEqual({ period: "monthly", limit: 500, action: "block" });
  expect(file.organizations.Acme?.rate_limiting).toEqual({ enabled: true, rpm: 60, tpm: 90_000 });
});

test("an empty file is a valid configuration", async () => {
  expect(await read("")).toEqual({ auth: { keys: [] }, organizations: {} });
});

test.each([
  ["a: [", "is not valid YAML"],
  ["auth: {keys: [{name: a, key: k}]}\nauth: {}", "is not valid YAML"],
  ["- list", "is not valid: its top: "],
  ["auth: {keys: [{name: a}]}", "is not valid: auth.keys[0].key: "],
  ["auth: {keys: [{name: a, key: a b}]}", "is not valid: auth.keys[0].key: May not be empty or contain spaces."],
  [
    "auth: {keys: [{name: a, key: k, rate_limit_rpm: fast}]}",
    "is not valid: auth.keys[0].rate_limit_rpm: Must be a whole",
  ],
  ["auth: {keys: [{name: a, key: k, rpm: 5}]}", "is not valid: auth.keys[0].rpm: Unknown field."],
  ["auth: {enabled: false}", "is not valid: auth.enabled: The gateway always requires a key."],
  [
    `auth: {keys: [{name: a, key: "\${NO_SUCH}"}]}`,
    "is not valid: auth.keys[0].key: the environment variable NO_SUCH is not set.",
  ],
  ["providers: {acme: {api_key: k}}", "is not valid: providers.acme: base_url is required."],
  ["providers: {azure: {api_key: k}}", "is not valid: providers.azure: base_url is required."],
  ["providers: {bedrock: {api_key: k}}", "is not valid: providers.bedrock: aws_region is required."],
  [
    "providers: {bedrock: {aws_region: us-east-1}}",
    "is not valid: providers.bedrock: api_key, or aws_access_key_id and",
  ],
  [
    "organizations: {A: {providers: {a: {base_url: 'http://10.0.0.1'}}}}",
    "is not valid: organizations.A.providers.a.base_url: Must be a public",
  ],
  [
    "organizations: {A: {providers: {ollama: {}}}}",
    "is not valid: organizations.A.providers.ollama.base_url: Must be a public",
  ],
  ["routing: {strategy: fastest}", "is not valid: routing.strategy: Must be one of round-robin, weighted,"],
  ["routing: {targets: {a: [{model: m}]}}", "is not valid: routing.targets.a[0].provider: "],
  [
    "providers: {acme: {base_url: 'ftp://x'}}",
    "is not valid: providers.acme.base_url: Must be an http or https address.",
  ],
  ["providers: {Sandbox: {base_url: 'http://x'}}", "is not valid: providers.Sandbox: This name is built in."],
  ["providers: {a: {base_url: 'http://x', timeout: soon}}", "is not valid: providers.a.timeout: Must be a duration"],
  ["rate_limiting: {global_rpm: -1}", "is not valid: rate_limiting.global_rpm: Must be a whole"],
  ["tracing: some", "is not valid: tracing: Must be full, metadata or off."],
  ["organizations: {Acme: {tracing: true}}", "is not valid: organizations.Acme.tracing: Must be full"],
  ["budgets: {org_budget: {period: yearly, limit: 1, action: block}}", "is not valid: budgets.org_budget.period: "],
])("%s is refused in one sentence", async (text, reason) => {
  const failed = read(text);
  await expect(failed).rejects.toBeInstanceOf(StartupError);
  await expect(failed).rejects.toThrow(`The configuration file ${path} ${reason}`);
  await expect(failed).rejects.toThrow(/^[^\n]+\.$/);
});

test("the error names a missing file", async () => {
  await expect(readConfigFile("/no/such.yaml")).rejects.toThrow(
    "The configuration file /no/such.yaml cannot be read: there is no such file.",
  );
});

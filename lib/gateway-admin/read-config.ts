// Reads the self-hosted configuration file. Any problem is reported in one sentence that names file and field.
import { readFile } from "node:fs/promises";
import { parse, YAMLParseError } from "yaml";
import { findingsOf } from "@/lib/bounds/findings";
import { StartupError } from "@/lib/startup-error";
import { type ConfigFile, configFile } from "./settings/file";

type Environment = Record<string, string | undefined>;

/** `${NAME}` inside a text is replaced by that environment variable. */
export async function readConfigFile(path: string, environment: Environment = process.env): Promise<ConfigFile> {
  const fail = (reason: string, cause?: unknown): never => {
    throw new StartupError(`The configuration file ${path} ${reason}`, { cause });
  };
  const text = await readFile(path, "utf8").catch((error) =>
    fail(`cannot be read: ${error.code === "ENOENT" ? "there is no such file." : error.message}`, error),
  );
  let document: unknown;
  try {
    document = parse(text) ?? {};
  } catch (error) {
    const reason = error instanceof YAMLParseError ? error.message.split("\n")[0]?.replace(/:$/, "") : String(error);
    return fail(`is not valid YAML: ${reason}.`, error);
  }
  const expanded = expand(document, [], environment, (field, name) =>
    fail(`is not valid: ${field}: the environment variable ${name} is not set.`),
  );
  const parsed = configFile.safeParse(expanded);
  if (parsed.success) return parsed.data;
  const [finding] = findingsOf(parsed.error, expanded);
  return fail(`is not valid: ${fieldOf(finding?.path ?? []) || "its top"}: ${finding?.message ?? "Is not valid."}`);
}

function expand(
  value: unknown,
  path: PropertyKey[],
  environment: Environment,
  refuse: (field: string, name: string) => never,
): unknown {
  const inside = (entry: unknown, step: PropertyKey) => expand(entry, [...path, step], environment, refuse);
  if (typeof value === "string") {
    return value.replaceAll(
      /\$\{([A-Za-z_]\w*)\}/g,
      (_, name: string) => environment[name] ?? refuse(fieldOf(path), name),
    );
  }
  if (Array.isArray(value)) return value.map(inside);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, inside(entry, name)]));
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");

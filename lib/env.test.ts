import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { environment, parseEnvironment, variable } from "./env";

test(".env.example lists exactly the variables that the project reads", () => {
  const text = readFileSync(join(import.meta.dirname, "../.env.example"), "utf8");
  const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...listed].sort()).toEqual(Object.keys(environment.shape).sort());
});

test("an example copied as it is changes nothing", () => {
  const text = readFileSync(join(import.meta.dirname, "../.env.example"), "utf8");
  const values = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(parseEnvironment(values)).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", ASSAY_DATA_DIR: ".assay" });
});

test("every variable that is wrong is named at once", () => {
  const bad = { PORT: "99999", DATABASE_URL: "somewhere", ASSAY_INIT_OWNER_EMAIL: "nobody", ASSAY_DEMO: "perhaps" };
  expect(() => parseEnvironment(bad)).toThrow(/PORT: .*ASSAY_DEMO: .*ASSAY_INIT_OWNER_EMAIL: .*DATABASE_URL: /s);
});

test.each(["changeme", "a".repeat(64), "12".repeat(32), "b7a19f3c5d2e8046b7a19f3c5d2e804"])(
  "the administration's token may not be %s, and the refusal says how to make one",
  (weak) => {
    const start = () => parseEnvironment({ ADMIN_TOKEN: weak });
    expect(start).toThrow("The environment is not valid. ADMIN_TOKEN: Use at least 32 random characters, such as");
    expect(start).not.toThrow(weak);
    expect(parseEnvironment({ ADMIN_TOKEN: "b7a19f3c5d2e8046b7a19f3c5d2e8046" })).toHaveProperty("ADMIN_TOKEN");
  },
);

test("one variable is read as all of them are, whatever the others say", () => {
  vi.stubEnv("PORT", "99999");
  vi.stubEnv("ASSAY_ALLOWED_HOSTS", "agent.internal:8080, other");
  vi.stubEnv("ASSAY_DATA_DIR", "");
  expect(variable("ASSAY_ALLOWED_HOSTS")).toEqual(["agent.internal:8080", "other"]);
  expect(variable("ASSAY_DATA_DIR")).toBe(".assay");
  expect(() => variable("PORT")).toThrow(/^The environment is not valid\. PORT: /);
  vi.unstubAllEnvs();
});

import { describe, expect, test } from "vitest";
import { findModel, listModels } from "../models";
import type { Caller, GatewaySettings, OrganizationSettings, ProviderSettings } from "../settings";
import { key } from "../testing/memory-parts";
import { chooseTargets } from "./choose-targets";

const provider = (name: string, models: string[]): ProviderSettings => ({
  kind: "openai",
  name,
  baseUrl: "https://x.test",
  apiKey: null,
  models,
  timeoutMs: null,
});

const settings: GatewaySettings = {
  providers: [provider("openai", ["gpt-4o", "shared"]), provider("Router", ["meta/llama", "shared"])],
  modelMap: { fast: "gpt-4o", exact: "openai/gpt-9", raw: "Router", loop: "fast", lost: "nobody" },
  rateLimiting: { enabled: true, globalRpm: null },
};
const caller = (allowedModels: string[] = []): Caller => ({
  key: { ...key, allowedModels },
  organization: null,
  settings,
});

describe("chooseTargets", () => {
  test.each([
    ["gpt-4o", ["openai gpt-4o"]],
    ["shared", ["openai shared", "Router shared"]],
    ["openai/gpt-5", ["openai gpt-5"]],
    ["OPENAI/gpt-5", ["openai gpt-5"]],
    ["router/meta/llama", ["Router meta/llama"]],
    ["meta/llama", ["Router meta/llama"]],
    ["sandbox/anything/at-all", ["sandbox anything/at-all"]],
    ["fast", ["openai gpt-4o"]],
    ["exact", ["openai gpt-9"]],
    ["raw", ["Router raw"]],
  ])("%s → %j", (model, expected) => {
    expect(chooseTargets(caller(), model).map((target) => `${target.provider.name} ${target.model}`)).toEqual(expected);
  });

  test.each(["gpt-9", "openai/", "/gpt-4o", "nobody/gpt", "lost", "loop", "__proto__", "constructor"])(
    "%s is not found",
    (model) => {
      expect(() => chooseTargets(caller(), model)).toThrow(expect.objectContaining({ code: "model_not_found" }));
    },
  );

  test("the refusal names the model and both ways to configure it", () => {
    expect(() => chooseTargets(caller(), "gpt-9")).toThrow(/'gpt-9'.*model_map.*provider\/model/);
  });

  test.each([
    ["loop", /'loop' leads to 'fast' in model_map/],
    ["lost", /'lost' leads to 'nobody' in model_map/],
  ])("the refusal of %s names where it leads", (model, message) => {
    expect(() => chooseTargets(caller(), model)).toThrow(message);
  });

  test.each([
    [["gpt-4o"], "gpt-4o", true],
    [["gpt-4o"], "openai/gpt-4o", true],
    [["openai/gpt-4o"], "fast", true],
    [["openai/*"], "gpt-4o", true],
    [["fast"], "fast", true],
    [["fast"], "gpt-4o", false],
    [["openai/*"], "meta/llama", false],
  ])("a key limited to %j may ask for %s: %s", (allowed, model, may) => {
    const choose = () => chooseTargets(caller(allowed), model);
    if (may) expect(choose()).toHaveLength(1);
    else expect(choose).toThrow(expect.objectContaining({ code: "permission_denied" }));
  });
});

describe("models", () => {
  const ids = (allowed?: string[]) => listModels(caller(allowed)).map(({ id }) => id);

  test("are those that providers list and the map names, each once, without names that lead nowhere", () => {
    expect(ids()).toEqual([
      "gpt-4o",
      "shared",
      "meta/llama",
      "sandbox/chat",
      "sandbox/echo",
      "sandbox/judge",
      "sandbox/structured",
      "sandbox/slow",
      "sandbox/plain",
      "sandbox/error-500",
      "sandbox/cut",
      "sandbox/hang",
      "fast",
      "exact",
      "raw",
    ]);
  });

  test("come from the organization and the gateway, each once", () => {
    const organization: OrganizationSettings = {
      providers: [provider("own", ["own-model", "shared"]), provider("OPENAI", ["gpt-4o"])],
      modelMap: { mine: "own/x", fast: "own-model" },
      rateLimiting: { enabled: false, rpm: null },
    };
    const listed = listModels({ ...caller(), organization });
    const owners = Object.fromEntries(listed.map(({ id, owned_by }) => [id, owned_by]));
    expect(listed.map(({ id }) => id).filter((id) => !id.startsWith("sandbox/"))).toEqual([
      "own-model",
      "shared",
      "gpt-4o",
      "meta/llama",
      "fast",
      "exact",
      "raw",
      "mine",
    ]);
    expect(owners).toMatchObject({ shared: "own", "gpt-4o": "OPENAI", fast: "own", mine: "own" });
  });

  test("include only those that the key may use", () => {
    expect(ids(["openai/*"])).toEqual(["gpt-4o", "shared", "fast", "exact"]);
    expect(() => findModel(caller(["openai/*"]), "meta/llama")).toThrow(/meta\/llama/);
  });

  test.each(["gpt-4o", "openai/gpt-4o", "meta/llama", "exact", "sandbox/any"])("%s can be looked up", (id) => {
    expect(findModel(caller(), id)).toMatchObject({ id, object: "model" });
  });

  test.each(["openai/gpt-5", "nothing"])("%s cannot be looked up, because no provider lists it", (id) => {
    expect(() => findModel(caller(), id)).toThrow(expect.objectContaining({ code: "model_not_found" }));
  });

  test.each<[string, RegExp, string[]]>([
    ["nothing", /'nothing' is not configured.*form provider\/model/, []],
    ["lost", /'lost' leads to 'nobody' in model_map/, []],
    ["openai/gpt-5", /The provider 'openai' does not list the model 'gpt-5'/, []],
    ["gpt-4o", /'gpt-4o' is not configured/, ["other"]],
  ])("the refusal of %s says why, as a call's does", (id, message, allowed) => {
    expect(() => findModel(caller(allowed), id)).toThrow(message);
  });
});

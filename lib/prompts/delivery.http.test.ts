// Prompts from the registry to the gateway, over the wire: what is filled in, and which version the log and the trace name.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { bearer, type Credentials, createCredentials, pair, send } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";
import { processRedis } from "@/lib/redis/process";

const [production] = systemLabels;
const P = "/model-hub/prompt-templates";

describe.each(mounts)("prompts at the gateway on the %s mount", (mount) => {
  let server: Mounted;
  let owner: Credentials;
  let key: string;
  beforeAll(async () => {
    server = await sharedMount(mount);
    owner = await createCredentials(server.db);
    await rebuildProjection();
    const made = await send(server.url, "POST", "/-/keys", {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      body: { name: "prompts", organization_id: owner.organization.id },
    });
    key = made.body.key;
  }, 120_000);
  afterAll(() => server?.stop());

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await send(server.url, method, path, { headers: pair(owner), body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result ?? answer.body;
  };
  const create = async (name = `Echo ${randomUUID()}`) => {
    const content = { model: "sandbox/echo", messages: [{ role: "user", content: "One {{word}}" }] };
    return call("POST", `${P}/`, { name, content });
  };
  const save = (id: string, text: string) =>
    call("POST", `${P}/${id}/versions/`, { content: { messages: [{ role: "user", content: text }] } });
  const move = (id: string, version: string) =>
    call("POST", `/model-hub/prompt-labels/${id}/${production.id}/assign-label-by-id/`, { version });
  const ask = (prompt: object, more: object = {}, headers: Record<string, string> = {}) =>
    send(server.url, "POST", "/v1/chat/completions", {
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: { prompt, ...more },
    });
  const answered = async (prompt: object, more: object = {}) => {
    const { status, body } = await ask(prompt, more);
    return status === 200
      ? body.choices[0].message.content.replace("Sandbox echo: ", "")
      : [status, body.error.code, body.error.param];
  };

  test("a version answers by number at once, and by label after the label moves", async () => {
    const { id, name } = await create();
    const variables = { word: "parcel" };
    expect(await answered({ name, variables })).toEqual([404, "prompt_not_found", "prompt.label"]);
    expect(await answered({ name, version: "v1", variables })).toBe("One parcel");
    await move(id, "v1");
    expect(await answered({ name: name.toUpperCase(), variables })).toBe("One parcel");
    await save(id, "Two {{word}}");
    await move(id, "v2");
    await vi.waitFor(
      async () => expect(await answered({ name, variables }, { model: "sandbox/echo" })).toBe("Two parcel"),
      {
        timeout: 10_000,
        interval: 200,
      },
    );
    expect(await answered({ name, variables: {} })).toEqual([400, "invalid_request_error", "prompt.variables.word"]);
    expect(await answered({ name, variables })).toEqual([400, "missing_model", null]);
  });

  // The other mount hands its records to Inngest.
  test.runIf(mount === "stand-alone")("log and trace name the prompt version and can be searched by it", async () => {
    const { id, name } = await create();
    await move(id, "v1");
    const session = randomUUID();
    const { headers } = await ask({ name, variables: { word: "x" } }, {}, { "x-gateway-session-id": session });
    expect(headers.get("x-gateway-prompt-version")).toBe("v1");
    const admin = (path: string) =>
      send(server.url, "GET", path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const used = { name, version: "v1", label: "production" };
    const request = await vi.waitFor(
      async () => {
        const { body } = await admin(`/-/requests?${new URLSearchParams({ prompt: `${name}@v1` })}`);
        expect(body.data).toEqual([expect.objectContaining({ session, prompt: used })]);
        return body.data[0];
      },
      { timeout: 30_000, interval: 100 },
    );
    const { body } = await admin(`/-/requests/${request.id}`);
    expect(body.trace.attributes).toMatchObject({
      "gateway.prompt.name": name,
      "gateway.prompt.version": "v1",
      "gateway.prompt.label": "production",
    });
  });

  test("a renamed prompt answers only to its new name; deleted ones do not answer", async () => {
    const { id, name } = await create();
    const variables = { word: "x" };
    await save(id, "Two {{word}}");
    await move(id, "v1");
    const renamed = `Renamed ${randomUUID()}`;
    await call("PATCH", `${P}/${id}/`, { name: renamed });
    expect(await answered({ name, version: 1, variables })).toEqual([404, "prompt_not_found", "prompt.name"]);
    expect(await answered({ name: renamed, variables })).toBe("One x");
    await call("DELETE", `${P}/${id}/versions/v2/`);
    expect(await answered({ name: renamed, version: 2, variables })).toEqual([
      404,
      "prompt_not_found",
      "prompt.version",
    ]);
    await call("DELETE", `${P}/${id}/`);
    expect(await answered({ name: renamed, version: 1, variables })).toEqual([404, "prompt_not_found", "prompt.name"]);
  });

  test("belong to one organization only", async () => {
    const { id, name } = await create();
    await move(id, "v1");
    const stranger = await createCredentials(server.db);
    const path = `/model-hub/prompt-labels/get-by-name/?${new URLSearchParams({ name, label: "production" })}`;
    expect((await send(server.url, "GET", path, { headers: bearer(stranger) })).status).toBe(404);
  });

  test.runIf(mount === "stand-alone")("survive a Redis that has lost its data", async () => {
    const { id, name } = await create();
    await save(id, "Two {{word}}");
    await move(id, "v2");
    await call("POST", `${P}/create-draft/`, {
      name: `Draft ${randomUUID()}`,
      prompt_config: [{ messages: [{ role: "user", content: "x" }] }],
    });
    await processRedis()?.flushall();
    await rebuildProjection();
    const more = { model: "sandbox/echo" };
    expect(await answered({ name, variables: { word: "x" } }, more)).toBe("Two x");
    expect(await answered({ name, version: 1, variables: { word: "x" } })).toBe("One x");
  });
});

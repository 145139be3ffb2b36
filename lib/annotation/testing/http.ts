// People who call the annotation API over HTTP, for test suites. Verbs create what each case starts from.
import { afterAll, beforeAll, expect } from "vitest";
import { contextOf, createOrganization, createRows, type TestOrganization } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import type { Context } from "@/lib/context";
import type { LabelType, OrganizationRole } from "@/lib/contracts/shapes";
import { type Answer, bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, type mounts, sharedMount } from "@/lib/http/testing/mounts";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { createTestQueue, type TestQueue } from "./queues";

export const labelsPath = "/model-hub/annotations-labels/";
export const queuesPath = "/model-hub/annotation-queues/";
export const scoresPath = "/model-hub/scores/";

export interface Person {
  id: string;
  /** The same person as a caller of verbs, for setting up a case. */
  context: Context;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Expects 200. Returns the answer's body. */
  ok(method: string, path: string, body?: unknown): Promise<Answer["body"]>;
  /** Expects this status, and optionally a field among the error's details. Returns the error's body. */
  refused(status: number, method: string, path: string, body?: unknown, field?: string): Promise<Answer["body"]>;
}

export type House = ReturnType<typeof suiteHouse>;

/** A mount for a suite's tests: an organization, its Owner, and functions that add people, labels and queues. */
export function suiteHouse(mount: (typeof mounts)[number]) {
  let server: Mounted;
  let organization: TestOrganization;
  let owner: Person;
  beforeAll(async () => {
    server = await sharedMount(mount);
    organization = await createOrganization(server.db);
    owner = await createPerson(server, organization, "Owner");
  }, 120_000);
  afterAll(() => server?.stop());
  const person = (role: OrganizationRole = "Member", home = organization) => createPerson(server, home, role);
  return {
    get server() {
      return server;
    },
    get organization() {
      return organization;
    },
    get owner() {
      return owner;
    },
    person,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => person())),
    stranger: async () => person("Owner", await createOrganization(server.db, "Elsewhere")),
    label: (type: LabelType = "star", change: object = {}) =>
      createLabel(owner.context, {
        name: `Label ${crypto.randomUUID()}`,
        type,
        settings: settingsOf[type],
        allow_notes: true,
        ...change,
      }),
    rows: (count: number, home: TestOrganization = organization) =>
      createRows(
        server.db,
        home,
        Array.from({ length: count }, (_, row) => `Row ${row}`),
      ),
    /** The id of a new span in a trace that has ended. */
    async span(project = "shop") {
      const spanId = hexId(8);
      await exportTraces(owner.context, exportOf({ "service.name": project }, [{ traceId: hexId(16), spanId }]));
      return spanId;
    },
    queue: (options: Parameters<typeof createTestQueue>[2], manager: Person = owner) =>
      createTestQueue(manager.context, organization, options),
  };
}

async function createPerson(server: Mounted, home: TestOrganization, role: OrganizationRole): Promise<Person> {
  const credentials = await createCredentials(server.db, role, home);
  const call = (method: string, path: string, body?: unknown) =>
    send(server.url, method, path, { headers: bearer(credentials), body });
  const expectStatus = async (status: number, method: string, path: string, body: unknown) => {
    const answer = await call(method, path, body);
    expect(`${method} ${path} ${answer.status}`, JSON.stringify(answer.body)).toBe(`${method} ${path} ${status}`);
    return answer.body;
  };
  return {
    id: credentials.userId,
    context: contextOf(server.db, home, credentials.userId, role),
    call,
    ok: (method, path, body) => expectStatus(200, method, path, body),
    async refused(status, method, path, body, field) {
      const refusal = await expectStatus(status, method, path, body);
      expect(refusal).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
      if (field) expect(Object.keys(refusal.details ?? {})).toContain(field);
      return refusal;
    },
  };
}

export const settingsOf: Record<LabelType, Record<string, unknown>> = {
  star: { no_of_stars: 5 },
  text: { placeholder: "", min_length: 0, max_length: 20 },
  numeric: { min: 0, max: 10, step_size: 1, display_type: "slider" },
  thumbs_up_down: {},
  text_spans: { field: "input", categories: [{ label: "Fact" }, { label: "Tone" }], allow_overlap: true },
  preference: { first: "answer_a", second: "answer_b", allow_tie: true, allow_both_bad: true },
  categorical: {
    rule_prompt: "",
    multi_choice: true,
    options: [{ label: "A" }, { label: "B" }],
    auto_annotate: false,
    strategy: null,
  },
};

export const itemsPath = ({ queue_id }: Pick<TestQueue, "queue_id">, rest = "") =>
  `${queuesPath}${queue_id}/items/${rest}`;
export const itemPath = (queue: TestQueue, index: number, rest = "") =>
  itemsPath(queue, `${queue.itemIds[index]}/${rest}`);
export const contextsOf = (people: readonly Person[]): Context[] => people.map((person) => person.context);
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);

/** Submits one value for an item and completes it, unless the options say no. Returns what completing answered. */
export async function work(person: Person, queue: TestQueue, index = 0, value: unknown = 4, complete = true) {
  const annotations = [{ label_id: queue.labelId, value }];
  await person.ok("POST", itemPath(queue, index, "annotations/submit/"), { annotations });
  return complete ? (await person.ok("POST", itemPath(queue, index, "complete/"))).result : null;
}

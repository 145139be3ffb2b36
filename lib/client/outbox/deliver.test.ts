import { expect, test, vi } from "vitest";
import { call } from "../call";
import { CallError } from "../call-error";
import { deliver } from "./deliver";
import type { Entry } from "./entry";

vi.mock("../call");

const owner = { userId: "u", organizationId: "o" };
const entry: Entry = {
  mutationId: "m",
  queueId: "q",
  itemId: "i",
  title: "Row",
  act: { kind: "submit", annotations: [], item_notes: "" },
  at: 0,
};

const refusal = (field: string) => new CallError(400, "invalid", "No.", { [field]: ["Unknown field."] });

/** A server that refuses with these in turn. Returns the inputs that it gets. */
function server(...refusals: CallError[]) {
  const inputs: Record<string, unknown>[] = [];
  vi.mocked(call).mockImplementation(async (_, input) => {
    inputs.push(Object.assign({}, input));
    const refused = refusals.shift();
    if (refused) throw refused;
  });
  return inputs;
}

test("a server that does not know the time gets the submission without it", async () => {
  const inputs = server(refusal("work_ms"));
  await deliver({ ...entry, workMs: 5000 }, owner);
  expect(inputs.map(({ mutation_id, work_ms }) => [mutation_id, work_ms])).toEqual([
    ["m", 5000],
    ["m", undefined],
  ]);
});

test("other refusals stand, and an entry without a time is sent once", async () => {
  const inputs = server(refusal("annotations"), refusal("work_ms"));
  await expect(deliver({ ...entry, workMs: 5000 }, owner)).rejects.toMatchObject({ status: 400 });
  await expect(deliver(entry, owner)).rejects.toMatchObject({ status: 400 });
  expect(inputs).toHaveLength(2);
});

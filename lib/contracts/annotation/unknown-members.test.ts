// Labels and queues refuse members that they do not know: a misspelt setting would silently not apply.
import { expect, test } from "vitest";
import type { Contract } from "../contract";
import { createLabel, replaceLabel, updateLabel } from "./labels";
import { createQueue, replaceQueue, updateQueue } from "./queues/queues";

const ID = "00000000-0000-4000-8000-000000000000";
const label = { name: "Helpful", type: "star", settings: {}, description: "", project: null };
const queue = { name: "Replies", description: null, annotations_required: 2 };

const problemsOf = ({ body }: Contract, sent: object) =>
  (body.safeParse(sent).error?.issues ?? []).map((issue) => ("keys" in issue ? issue.keys : issue.path));

interface Case {
  contract: Contract;
  sent: object;
}

test.each<Case>([
  { contract: createLabel, sent: { ...label, allow_note: true } },
  { contract: replaceLabel, sent: { ...label, allow_note: true } },
  { contract: updateLabel, sent: { allow_note: true } },
  { contract: createQueue, sent: { ...queue, annotation_required: 3 } },
  { contract: replaceQueue, sent: { ...queue, annotation_required: 3 } },
  { contract: updateQueue, sent: { annotation_required: 3 } },
])("$contract.name refuses a misspelt member: $sent", ({ contract, sent }) => {
  expect(problemsOf(contract, sent)).toEqual([["allow_note" in sent ? "allow_note" : "annotation_required"]]);
});

test.each<Case>([
  { contract: createLabel, sent: label },
  { contract: createQueue, sent: { ...queue, project: ID, dataset: null, agent_definition: null } },
  { contract: createQueue, sent: { ...queue, project_id: ID, status: "active", is_default: false } },
  { contract: updateQueue, sent: { ...queue, id: ID, organization: ID, labels: [], annotators: [], deleted: false } },
  { contract: replaceLabel, sent: { ...label, organization: ID, archived: false, version: 2, annotation_count: 0 } },
])("$contract.name takes what published clients send, and what answers have: $sent", ({ contract, sent }) => {
  expect(problemsOf(contract, sent)).toEqual([]);
});

import { expect, test } from "vitest";
import type { Attributes } from "./attributes";
import { readLabels, type SpanLabels } from "./labels";

const cases: [name: string, attributes: Attributes, labels: Partial<SpanLabels>, resource?: Attributes][] = [
  ["nothing", {}, { userId: null, environment: null, tags: null }],
  [
    "OpenTelemetry",
    { "enduser.id": "ann" },
    { userId: "ann", environment: "prod" },
    { "deployment.environment": "prod" },
  ],
  ["OpenTelemetry's newer name", {}, { environment: "staging" }, { "deployment.environment.name": "staging" }],
  ["OpenInference", { "user.id": 7, "tag.tags": ["a", "b", "a"] }, { userId: "7", tags: ["a", "b"] }],
  [
    "Langfuse",
    { "langfuse.user.id": "u", "langfuse.environment": "dev", "langfuse.trace.tags": '["x","y,z"]' },
    { userId: "u", environment: "dev", tags: ["x", "y,z"] },
  ],
  [
    "LangSmith",
    { "langsmith.span.tags": "x, y,,", "langsmith.metadata.user_id": "u" },
    { userId: "u", tags: ["x", "y"] },
  ],
  ["OpenLLMetry", { "traceloop.association.properties.user_id": "u" }, { userId: "u" }],
  [
    "the AI SDK",
    { "ai.telemetry.metadata.userId": "u", "ai.telemetry.metadata.tags": ["t"] },
    { userId: "u", tags: ["t"] },
  ],
  ["a span before its resource", { "user.id": "span" }, { userId: "span" }, { "user.id": "resource" }],
  ["empty texts", { "user.id": " ", "enduser.id": "e", "tag.tags": ["", " "] }, { userId: "e", tags: null }],
  ["tags that are none", { "tag.tags": [{}, null, 3], "langfuse.trace.tags": ["x"] }, { tags: ["3"] }],
  ["broken JSON", { "tag.tags": "[x,y" }, { tags: ["[x", "y"] }],
  ["long names", { "user.id": "u".repeat(300) }, { userId: "u".repeat(255) }],
];

test.each(cases)("%s", (_, attributes, labels, resource = {}) => {
  expect(readLabels(resource, attributes)).toMatchObject(labels);
});

test("at most fifty tags are kept", () => {
  const tags = Array.from({ length: 60 }, (_, index) => `t${index}`);
  expect(readLabels({}, { "tag.tags": tags }).tags).toEqual(tags.slice(0, 50));
});

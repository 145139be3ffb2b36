import { expect, test } from "vitest";
import { graphIn, requestOf } from "./new-request";

test("a form sends only what its origin needs, and a script that is a URL as its address", () => {
  const form = {
    origin: "script" as const,
    name: "N",
    agent_definition_id: "a",
    dataset_id: "d",
    script: " https://example.com/s ",
    graph: "{}",
    no_of_rows: 3,
    personas: [],
    custom_instruction: "",
    generator_model: " ",
    mutation_id: "",
  };
  expect(requestOf(form)).toMatchObject({ kind: "script", script_url: "https://example.com/s", generate_graph: false });
  expect(requestOf({ ...form, script: "Agent: Hi" })).toMatchObject({ script: "Agent: Hi" });
  expect(requestOf({ ...form, origin: "generated" })).toMatchObject({
    kind: "graph",
    generate_graph: true,
    no_of_rows: 3,
  });
  expect(requestOf(form)).not.toHaveProperty("generator_model");
  expect([graphIn("[]").problem, graphIn("x").problem, graphIn("{}").problem]).toEqual([
    expect.any(String),
    expect.any(String),
    null,
  ]);
});

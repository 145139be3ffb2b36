import { expect, test } from "vitest";
import { promptFile, promptFileSchema } from "./prompt-file";

const messages = [{ role: "user", content: "Hello" }];

test.each<[what: string, file: object, problems: string[]]>([
  ["the least", { name: "reply", messages }, []],
  ["labels", { name: "reply", messages, labels: ["production"] }, []],
  ["no name", { messages }, ["name"]],
  ["no message", { name: "reply", messages: [] }, ["messages"]],
  ["a role that nobody has", { name: "reply", messages: [{ role: "poet", content: "x" }] }, ["messages.0"]],
  ["a temperature in percent", { name: "reply", messages, settings: { temperature: 70 } }, ["settings.temperature"]],
])("%s", (_, file, problems) => {
  const { error } = promptFile.safeParse(file);
  expect(error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(problems);
});

// Run with --update after a change.
test("the published schema matches the one that reads files", async () => {
  await expect(`${JSON.stringify(promptFileSchema(), null, 2)}\n`).toMatchFileSnapshot(
    "../../../public/assay-prompt.schema.json",
  );
});

import { expect, test } from "vitest";
import { chosenFiles } from "./prompt-files";

const hashed = (stem: string) => expect.stringMatching(new RegExp(`^${stem}-[0-9a-f]{12}\\.yaml$`));

test.each<[what: string, there: [file: string, name: string | null][], names: string[], files: unknown[]]>([
  ["an empty folder", [], ["alpha", "beta"], ["alpha.yaml", "beta.yaml"]],
  ["a file that names the prompt", [["mine.yml", "Alpha"]], ["alpha"], ["mine.yml"]],
  ["a prompt that is not on the server", [["alpha.yaml", "beta"]], ["alpha"], [hashed("alpha")]],
  [
    "two prompts, one in the other's file",
    [["alpha.yaml", "beta"]],
    ["alpha", "beta"],
    [hashed("alpha"), "alpha.yaml"],
  ],
  ["another spelling of the file", [["Alpha.YAML", "beta"]], ["alpha"], [hashed("alpha")]],
  ["a file without a prompt", [["alpha.yaml", null]], ["alpha"], ["alpha.yaml"]],
])("with %s, no prompt takes another one's file", (_, there, names, files) => {
  expect(
    chosenFiles(
      there.map(([file, name]) => ({ file, name })),
      names,
    ),
  ).toEqual(files);
});

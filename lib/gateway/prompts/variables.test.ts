import { expect, test } from "vitest";
import { variableName } from "@/lib/contracts/prompts/content";
import { fillText, variablesInText } from "./variables";

test.each(["name", "größe", "naïve", "名前", "имя_2", "नाम", "_1"])("%s is the name of a variable", (name) => {
  expect(variableName.safeParse(name).success).toBe(true);
  expect(variablesInText(`{{${name}}} and {{ ${name} }}`)).toEqual([name]);
  expect(fillText(`<{{ ${name} }}>`, new Map([[name, "A"]]))).toBe("<A>");
});

test.each(["two words", "a-b", "a.b", "", "🚆"])("%j is not the name of a variable", (name) => {
  expect(variableName.safeParse(name).success).toBe(false);
  expect(variablesInText(`{{${name}}}`)).toEqual([]);
});

import { expect, test } from "vitest";
import { variableName } from "@/lib/contracts/prompts/content";
import { fillText, keptBracesInText, variablesInText } from "./variables";

test.each(["name", "größe", "naïve", "名前", "имя_2", "नाम", "_1"])("%s is the name of a variable", (name) => {
  expect(variableName.safeParse(name).success).toBe(true);
  expect(variablesInText(`{{${name}}} and {{ ${name} }}`)).toEqual([name]);
  expect(fillText(`<{{ ${name} }}>`, new Map([[name, "A"]]))).toBe("<A>");
});

test.each(["two words", "a-b", "a.b", "", "🚆"])("%j is not the name of a variable", (name) => {
  expect(variableName.safeParse(name).success).toBe(false);
  expect(variablesInText(`{{${name}}}`)).toEqual([]);
});

test.each<[string, string[]]>([
  ["Hello {{name}} and {{ größe }}", []],
  ["{{first-name}} {{ Expected answer }} {{first-name}}", ["{{first-name}}", "{{ Expected answer }}"]],
  ["{{a.b}}{{a|upper}}{{#items}}x{{/items}}{{}}", ["{{a.b}}", "{{a|upper}}", "{{#items}}", "{{/items}}", "{{}}"]],
  ["{% for x in xs %}{{x}}{% endfor %}", ["{% for x in xs %}", "{% endfor %}"]],
  ['{"a": {"b": {}}} {{{name}}}', []],
  ["{{", []],
  ["{{{{name}}}}", []],
  ["{{ {{name}} }}", []],
  ["{{a b{{c}}}}", []],
])("%s: what goes to the model as it is", (text, braces) => expect(keptBracesInText(text)).toEqual(braces));

test("of many braces, some are listed, and braces without end take time in proportion to the text", () => {
  const many = Array.from({ length: 30 }, (_, index) => `{{a-${index}}}`).join("");
  expect(keptBracesInText(many)).toHaveLength(20);
  expect(keptBracesInText("{{".repeat(100_000))).toEqual([]);
});

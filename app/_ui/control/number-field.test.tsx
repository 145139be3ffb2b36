import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field } from "./field";
import { NumberField } from "./number-field";

const namesIn = (markup: string): string[] =>
  [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name ?? "");
const own = { "aria-label": "Weight of part 2" };

test("the steppers of a number are named by its label, or by its field's", () => {
  const alone = <NumberField value={1} onChange={() => {}} {...own} />;
  expect(namesIn(renderToStaticMarkup(alone))).toEqual(["Weight of part 2: decrease", "Weight of part 2: increase"]);
  const inField = (
    <Field label="Repeats">
      <NumberField value={1} onChange={() => {}} />
    </Field>
  );
  expect(namesIn(renderToStaticMarkup(inField))).toEqual(["Repeats: decrease", "Repeats: increase"]);
});

test("a text that is not a number is shown as a mistake, unless there is a number", () => {
  const field = (value: number | null, wrong: string | null) =>
    renderToStaticMarkup(<NumberField value={value} wrong={wrong} onChange={() => {}} {...own} />);
  expect(field(null, "2½")).toMatch(/value="2½"[^>]*/);
  expect(field(null, "2½")).toContain('aria-invalid="true"');
  expect(field(null, "2½")).toContain("Must be a number");
  for (const right of [field(2, "2½"), field(null, null)]) expect(right).not.toContain("Must be a number");
});

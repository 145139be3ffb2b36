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

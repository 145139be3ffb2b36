import { expect, test } from "vitest";
import { paramHint } from "./param-text";

test.each([
  [{ type: "integer", minimum: 1, maximum: 9 } as const, "A whole number, 1 to 9."],
  [{ type: "number", minimum: 0 } as const, "A number, 0 or more."],
  [{ type: "number", maximum: 1 } as const, "A number, 1 or less."],
  [{ type: "dict" } as const, "A JSON object."],
  [{ type: "string" } as const, undefined],
])("the hint of %j is %j", (param, hint) => expect(paramHint(param)).toBe(hint));

import { expect, test } from "vitest";
import { refusalIn } from "./failure";

test.each([
  ['{"message":"Too many"}', "Too many"],
  ['{"Message":"Too many"}', "Too many"],
  ['{"error":{"message":"Too many"}}', "Too many"],
  ['{"error":"Too many"}', "Too many"],
  ["Too many", "Too many"],
  ["{}", "The provider has failed."],
])("the words of %s", (responseBody, message) => {
  const error = { name: "AI_APICallError", message: "Bad", statusText: "Bad", statusCode: 429, responseBody };
  expect(JSON.parse(String(refusalIn(error).body))).toEqual({ error: { message } });
});

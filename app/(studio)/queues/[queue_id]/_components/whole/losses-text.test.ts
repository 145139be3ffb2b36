import { expect, test } from "vitest";
import { lossesOf } from "./losses-text";

const none = { items: 0, annotations: 0, annotators: 0, discussions: 0, exports: 0 };

test.each([
  [{}, []],
  [{ items: 1 }, ["1 item"]],
  [
    { items: 1200, annotations: 3, annotators: 1, discussions: 2, exports: 1 },
    ["1,200 items", "3 annotations by 1 person", "2 discussions", "1 export"],
  ],
  [{ annotations: 1, annotators: 2 }, ["1 annotation by 2 people"]],
])("%j", (found, words) => {
  expect(lossesOf({ ...none, ...found })).toEqual(words);
});

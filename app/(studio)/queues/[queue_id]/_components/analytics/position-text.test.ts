import { expect, test } from "vitest";
import { positionText } from "./position-text";

const none = { answers: 0, first_share: null, interval: null, interval_reason: null };
const bias = { answers: 40, first_share: 0.8, interval: { low: 0.7, high: 0.9 }, interval_reason: null };

test.each([
  [
    "only ties",
    { answers: 3, ties: 2, both_bad: 1, position: none },
    "Position bias is unknown: no output was preferred yet.",
  ],
  [
    "choices that do not say what was shown first",
    { answers: 3, ties: 2, both_bad: 0, position: none },
    "Position bias is unknown: no answer says which output was shown first.",
  ],
  [
    "many for the first",
    { answers: 41, ties: 1, both_bad: 0, position: bias },
    "The output shown first was preferred in 80.0 % (95 % interval 70.0 % to 90.0 %) of 40 choices. The position matters: there is position bias.",
  ],
])("%s", (_, label, text) => expect(positionText(label)).toBe(text));

import { expect, test } from "vitest";
import { rangeText } from "@/app/_ui/figure/numbers";
import { chanceText, pointsText, scoreText } from "./figures";

test.each([
  [scoreText(0.5), "50.0 %"],
  [scoreText(12.34567), "12.35"],
  [scoreText(-2), "−2"],
  [pointsText(0.123), "+12.3 pp"],
  [pointsText(-0.05), "−5.0 pp"],
  [pointsText(0), "±0.0 pp"],
  [chanceText(0.04), "0.040"],
  [chanceText(0.00004), "< 0.001"],
  [rangeText({ low: -0.1, high: 0.2 }, pointsText), "−10.0 pp to +20.0 pp"],
])("%s", (text, expected) => expect(text).toBe(expected));

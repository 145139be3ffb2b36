import { expect, test } from "vitest";
import { metricsDocument } from "./document";
import { computedTemplates } from "./index";

test("docs/evaluation-metrics.md tells of the metrics as they are", async () => {
  await expect(metricsDocument()).toMatchFileSnapshot("../../../docs/evaluation-metrics.md");
});

test("there are 88, of which 16 are not offered in lists", () => {
  expect(computedTemplates).toHaveLength(88);
  expect(computedTemplates.filter(({ hidden }) => hidden)).toHaveLength(16);
});

import { expect, test } from "vitest";
import { metricsDocument } from "./document";
import { computedTemplates } from "./index";

test("docs/evaluation-metrics.md tells of the metrics as they are", async () => {
  await expect(metricsDocument()).toMatchFileSnapshot("../../../docs/evaluation-metrics.md");
});

test("a section begins with where the metric departs from its reference", () => {
  const [, section = ""] = metricsDocument().split("## squad_score\n");
  expect(section.trim()).toMatch(/^Unlike SQuAD's script/);
});

test("there are 88, of which 16 are not offered in lists", () => {
  expect(computedTemplates).toHaveLength(88);
  expect(computedTemplates.filter(({ hidden }) => hidden)).toHaveLength(16);
});

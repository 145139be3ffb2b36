import { expect, test } from "vitest";
import { metricsDocument } from "./document";

test("docs/evaluate/metrics.md describes the metrics as they are", async () => {
  await expect(metricsDocument()).toMatchFileSnapshot("../../../docs/evaluate/metrics.md");
});

test("a section begins with where the metric departs from its reference", () => {
  const [, section = ""] = metricsDocument().split("## squad_score\n");
  expect(section.trim()).toMatch(/^Unlike SQuAD's script/);
});

import { expect, test } from "vitest";
import { metricsDocument } from "./document";

test("docs/evaluate/metrics.md describes the current metrics", async () => {
  await expect(metricsDocument()).toMatchFileSnapshot("../../../docs/evaluate/metrics.md");
});

test("a section begins with how the metric differs from its reference", () => {
  const [, section = ""] = metricsDocument().split("## squad_score\n");
  expect(section.trim()).toMatch(/^Unlike SQuAD's script/);
});

import { describe, expect, it } from "vitest";
import type { AgreementMeasure } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";
import { fittingMeasure, measureNames } from "./measures";

const measure = (name: string, value: number | null = 0.5, left_out = 0): AgreementMeasure => ({
  name,
  value,
  reason: value === null ? "All values are alike." : null,
  items: 10,
  comparisons: 30,
  left_out,
  note: null,
  interval: null,
  interval_reason: null,
});
const label = (label_type: LabelType, annotators: number, ...measures: AgreementMeasure[]) => ({
  label_type,
  annotators,
  measures: [measure("percent_agreement"), measure("pairwise_agreement"), ...measures],
});

const kappas = [measure("fleiss_kappa"), measure("krippendorff_alpha_nominal"), measure("cohens_kappa")];

describe("fittingMeasure", () => {
  it.each([
    ["three annotators", label("categorical", 3, ...kappas), "fleiss_kappa"],
    ["two annotators", label("thumbs_up_down", 2, ...kappas), "cohens_kappa"],
    [
      "gaps in the answers",
      label("categorical", 3, measure("fleiss_kappa", 0.4, 5), measure("krippendorff_alpha_nominal")),
      "krippendorff_alpha_nominal",
    ],
    [
      "several options",
      label("categorical", 2, measure("fleiss_kappa"), measure("krippendorff_alpha_masi"), measure("cohens_kappa")),
      "krippendorff_alpha_masi",
    ],
    [
      "stars",
      label("star", 3, measure("fleiss_kappa"), measure("krippendorff_alpha_ordinal")),
      "krippendorff_alpha_ordinal",
    ],
    [
      "numbers",
      label("numeric", 2, measure("krippendorff_alpha_interval"), measure("icc_2_1")),
      "krippendorff_alpha_interval",
    ],
    ["texts", label("text", 2), "pairwise_agreement"],
    ["nothing defined", label("star", 3, measure("krippendorff_alpha_ordinal", null)), "krippendorff_alpha_ordinal"],
  ])("%s", (_, label, name) => expect(fittingMeasure(label)?.name).toBe(name));
});

it("offers each measure of any label once", () => {
  expect(measureNames([label("star", 3, measure("gwet_ac2")), label("text", 3)])).toEqual([
    "percent_agreement",
    "pairwise_agreement",
    "gwet_ac2",
  ]);
});

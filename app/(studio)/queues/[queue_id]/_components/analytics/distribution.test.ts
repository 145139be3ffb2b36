import { describe, expect, it } from "vitest";
import { distributionOf } from "./distribution";

const rowsOf = (figures: Parameters<typeof distributionOf>[0]) => {
  const distribution = distributionOf(figures);
  return distribution.kind === "none" ? null : distribution.rows.map(({ label, count }) => [label, count]);
};

describe("distributionOf", () => {
  it("shows every option, including former ones", () => {
    const settings = { options: [{ label: "Friendly" }, { label: "Curt" }] };
    expect(rowsOf({ type: "categorical", values: { Curt: 2, Rude: 1 }, settings })).toEqual([
      ["Friendly", 0],
      ["Curt", 2],
      ["Rude", 1],
    ]);
  });
  it("shows every star, even if the label now has fewer", () => {
    expect(rowsOf({ type: "star", values: { "5": 1 }, settings: { no_of_stars: 3 } })?.map(([label]) => label)).toEqual(
      ["1", "2", "3", "4", "5"],
    );
  });
  it("shows both thumbs", () => {
    expect(rowsOf({ type: "thumbs_up_down", values: { up: 3 }, settings: {} })).toEqual([
      ["Yes", 3],
      ["No", 0],
    ]);
  });
  it("sorts numbers numerically, and bins them if there are many", () => {
    expect(rowsOf({ type: "numeric", values: { "10": 1, "9.5": 2 }, settings: {} })).toEqual([
      ["9.5", 2],
      ["10", 1],
    ]);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, value) => [String(value), 1]));
    const rows = rowsOf({ type: "numeric", values: many, settings: {} }) ?? [];
    expect(rows.length).toBeLessThanOrEqual(12);
    expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(60);
  });
  it("has no chart for texts", () => {
    expect(distributionOf({ type: "text", values: {}, settings: {} })).toEqual({ kind: "none" });
  });
});

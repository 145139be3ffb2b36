import { describe, expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { settingsProblem } from "./label-settings";

const text = { placeholder: "", min_length: 0, max_length: 10 };
const numeric = { min: 0, max: 5, step_size: 1, display_type: "slider" };
const categorical = {
  rule_prompt: "",
  multi_choice: false,
  options: [{ label: "A" }, { label: "B" }],
  auto_annotate: false,
  strategy: null,
};
const spans = { field: "answer", categories: [{ label: "Fact" }], allow_overlap: false };
const preference = { first: "gpt", second: "claude", allow_tie: true, allow_both_bad: false };

test.each<[LabelType, Record<string, unknown>]>([
  ["text", text],
  ["numeric", { ...numeric, display_type: "button", step_size: 0.5 }],
  ["categorical", { ...categorical, strategy: "Rag", inputs: [], query: "x" }],
  ["star", { no_of_stars: 1 }],
  ["thumbs_up_down", { anything: true }],
  ["preference", preference],
  ["text_spans", spans],
  ["text_spans", { ...spans, allow_overlap: true, categories: [{ label: "Fact", color: "blue" }, { label: "Tone" }] }],
  ["preference", { ...preference, first_model: "model_a", second_model: "model_b" }],
  ["preference", { ...preference, first_model: null }],
  ["text", {}],
  ["numeric", {}],
  ["categorical", {}],
  ["star", {}],
])("%s accepts %j", (type, settings) => {
  expect(settingsProblem(type, settings)).toBeNull();
});

describe("name of the first invalid setting", () => {
  test.each<[LabelType, Record<string, unknown>, string]>([
    ["text", { ...text, placeholder: undefined }, "settings.placeholder"],
    ["text", { ...text, min_length: 10 }, "settings.min_length"],
    ["text", { ...text, max_length: "9" }, "settings.max_length"],
    ["numeric", { ...numeric, min: 5 }, "settings.min"],
    ["numeric", { ...numeric, min: -1 }, "settings.min"],
    ["numeric", { ...numeric, max: null }, "settings.max"],
    ["numeric", { ...numeric, step_size: 0 }, "settings.step_size"],
    ["numeric", { ...numeric, display_type: "dial" }, "settings.display_type"],
    ["categorical", { ...categorical, options: [{ label: "A" }] }, "settings.options"],
    ["categorical", { ...categorical, options: [{ label: "A" }, { label: " a " }] }, "settings.options"],
    ["categorical", { ...categorical, options: [{ label: "A" }, "B"] }, "settings.options"],
    ["categorical", { ...categorical, options: [{ label: "A" }, { label: " " }] }, "settings.options"],
    ["categorical", { ...categorical, multi_choice: "yes" }, "settings.multi_choice"],
    ["categorical", { ...categorical, strategy: "other" }, "settings.strategy"],
    ["star", { no_of_stars: 0 }, "settings.no_of_stars"],
    ["text_spans", {}, "settings.field"],
    ["text_spans", { ...spans, field: " " }, "settings.field"],
    ["text_spans", { ...spans, allow_overlap: 1 }, "settings.allow_overlap"],
    ["text_spans", { ...spans, categories: [] }, "settings.categories"],
    ["text_spans", { ...spans, categories: [{ label: "A" }, { label: "a " }] }, "settings.categories"],
    ["text_spans", { ...spans, categories: [{ label: "A", color: "pink" }] }, "settings.categories"],
    ["text_spans", { ...spans, categories: ["A"] }, "settings.categories"],
    ["preference", {}, "settings.first"],
    ["preference", { ...preference, first: "tie" }, "settings.first"],
    ["preference", { ...preference, second: " " }, "settings.second"],
    ["preference", { ...preference, second: "gpt" }, "settings.second"],
    ["preference", { ...preference, allow_tie: "yes" }, "settings.allow_tie"],
    ["preference", { ...preference, first_model: "model_a" }, "settings.second_model"],
    ["preference", { ...preference, second_model: "model_b" }, "settings.first_model"],
    ["star", { no_of_stars: 4.5 }, "settings.no_of_stars"],
  ])("%s %j", (type, settings, field) => {
    expect(settingsProblem(type, settings)?.field).toBe(field);
  });
});

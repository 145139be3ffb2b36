// What the operations on run tests share.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { mapping, modelName } from "../../evaluation/playground";
import { filterItem } from "../../evaluation/shapes/filters";
import { givenObject, id, name } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { changedSettings } from "../call-parts";

export const runTestTag = "Test runs";
export const tag = runTestTag;
export const base = "/simulate/run-tests/";
export const one = `${base}{run_test_id}/`;
export const params = z.object({ run_test_id: id.meta({ description: "Id of the run test" }) });
export const anId = "00000000-0000-4000-8000-000000000000";
const MAX_SCENARIOS = 100;
export const MAX_EVAL_CONFIGS = 50;

export const evalConfigInput = bothSpellings(
  z.object({
    template_id: id,
    name: name.optional().meta({ description: "Eval-<template_id> by default; unique in the run test" }),
    config: givenObject.default({}).meta({ description: "May contain mapping, params and run_config" }),
    mapping: mapping.default({}).meta({
      description: "Maps each template input to its source: transcript, call.summary, a column's id, and so on",
    }),
    filters: list(filterItem, 50)
      .default([])
      .meta({ description: "Evaluate only calls that match all of these filters; columns as in a mapping" }),
    error_localizer: z.boolean().default(false),
    model: modelName.nullish(),
    kb_id: id.nullish(),
    eval_group: id.nullish().meta({ description: "The evaluation group it comes from" }),
  }),
);

export const evaluationsConfig = list(evalConfigInput, MAX_EVAL_CONFIGS);
export const scenarioIds = list(id, MAX_SCENARIOS);
export const settings = changedSettings.meta({ description: "Settings of its conversations" });

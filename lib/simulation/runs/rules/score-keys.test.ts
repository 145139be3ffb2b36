import { expect, test } from "vitest";
import { scoreKeys } from "./score-keys";

const builtIn = new Set(["avg_score", "avg_turn_count"]);

test.each([
  ["words", ["Depot named", "Tone-of voice!"], ["avg_depot_named", "avg_tone_of_voice_"]],
  ["the name of a figure", ["Score", "Turn count"], ["avg_score_2", "avg_turn_count_2"]],
  [
    "letters of any language",
    ["丁寧さ", "正確さ", "Qualité", "सटीकता"],
    ["avg_丁寧さ", "avg_正確さ", "avg_qualité", "avg_सटीकता"],
  ],
  [
    "names that differ in signs alone",
    ["Tone", "tone", "TONE", "score 2", "!", "?"],
    ["avg_tone", "avg_tone_2", "avg_tone_3", "avg_score_2", "avg__", "avg___2"],
  ],
])("%s", (_, names, keys) => expect(scoreKeys(names, builtIn)).toEqual(keys));

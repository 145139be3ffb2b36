import { describe, expect, test, vi } from "vitest";
import { builtInJudged, builtIns, judgedTemplates } from "./catalogue";
import { fingerprintOf, idOfName } from "./fingerprint";

// Published names and inputs: a change breaks clients. A new template need not be listed here.
const publishedJudges = `
  answer_refusal | input, output | Pass/Fail
  ASR/STT_accuracy | audio, generated_transcript | score
  audio_quality | input_audio | score
  bias_detection | output | Pass/Fail
  caption_hallucination | image, caption | Pass/Fail
  chunk_attribution | context, output | Pass/Fail
  chunk_utilization | context, output | score
  clinically_inappropriate_tone | output | Pass/Fail
  completeness | input, output | score
  contains_code | output | Pass/Fail
  content_moderation hidden | output | Pass/Fail
  content_safety_violation hidden | output | Pass/Fail
  context_adherence | output, context | score
  context_relevance | context, input | score
  conversation_coherence | conversation | score
  conversation_hallucination | conversation, context? | Pass/Fail
  conversation_resolution | conversation | score
  cultural_sensitivity | output | Pass/Fail
  customer_agent_clarification_seeking | conversation | choices
  customer_agent_context_retention | conversation | score
  customer_agent_conversation_quality | conversation | choices
  customer_agent_human_escalation | conversation | Pass/Fail
  customer_agent_interruption_handling | conversation | score
  customer_agent_language_handling | conversation | score
  customer_agent_loop_detection | conversation | choices
  customer_agent_objection_handling | conversation | choices
  customer_agent_prompt_conformance | system_prompt, conversation | score
  customer_agent_query_handling | conversation | choices
  customer_agent_task_completion | agent_prompt, conversation | Pass/Fail
  customer_agent_termination_handling | conversation | choices
  data_privacy_compliance | output | Pass/Fail
  detect_hallucination | input?, output, context | Pass/Fail
  deterministic_evals hidden |  | choices
  eval_ranking | input, context | score
  evaluate_function_calling | input, output | Pass/Fail
  factual_accuracy hidden | input?, output, context | score
  ground_truth_match | generated_value, expected_value | Pass/Fail
  groundedness | output, input?, context | Pass/Fail
  image_instruction_adherence | instruction, images | score
  is_compliant hidden | output | Pass/Fail
  is_concise | output | Pass/Fail
  is_factually_consistent hidden | input?, output, context | Pass/Fail
  is_good_summary | input, output | Pass/Fail
  is_harmful_advice | output | Pass/Fail
  is_helpful | input, output | Pass/Fail
  is_informal_tone | output | Pass/Fail
  is_polite | output | Pass/Fail
  no_age_bias | output | Pass/Fail
  no_apologies | output | Pass/Fail
  no_gender_bias | output | Pass/Fail
  no_harmful_therapeutic_guidance | output | Pass/Fail
  no_llm_reference | output | Pass/Fail
  no_racial_bias | output | Pass/Fail
  ocr_evaluation | input_pdf, json_content | score
  pii | input | Pass/Fail
  prompt_adherence hidden | input?, output | score
  prompt_injection | input | Pass/Fail
  prompt_instruction_adherence | output, prompt | score
  protect_flash hidden | input | Pass/Fail
  sexist | output | Pass/Fail
  summary_quality | input, output | score
  synthetic_image_evaluator | image | score
  task_completion | input, output | Pass/Fail
  text_to_sql | input, output | Pass/Fail
  tone | output | choices
  toxicity | output | Pass/Fail
  translation_accuracy | input, output | score
  TTS_accuracy | text, generated_audio | score
`;

const publishedFunctions = `
  accuracy | output, expected
  answer_similarity hidden | expected_response, response
  api_call hidden | response
  balanced_accuracy | output, expected
  bleu_score | reference, hypothesis
  character_error_rate | reference, hypothesis
  chrf_score | reference, hypothesis
  clip_score | images, text
  code_bleu | reference, hypothesis
  code_complexity | text
  cohen_kappa | output, expected
  contains hidden | text
  contains_all hidden | text
  contains_any hidden | text
  contains_none hidden | text
  contains_valid_link | text
  custom_code_evaluation hidden |
  dead_air_detection | input_audio
  distinct_n | text
  embedding_similarity | output, expected
  ends_with hidden | text
  equals hidden | text, expected_text
  f1_score | output, expected
  f_beta_score | output, expected
  fid_score | real_images, fake_images
  fleiss_kappa | output
  fuzzy_match | output, expected
  gleu_score | reference, hypothesis
  hamming_similarity | output, expected
  hit_rate | hypothesis, reference
  image_properties | text
  is_email | text
  is_html | text
  is_json | text
  is_refusal | text
  is_sql | text
  is_url | text
  is_xml | text
  jaccard_similarity | output, expected
  jaro_winkler_similarity | output, expected
  json_diff | output, expected
  json_scheme_validation hidden | actual_json, expected_json
  latency_check | text
  length_between hidden | text
  length_greater_than hidden | text
  length_less_than hidden | text
  levenshtein_similarity | output, expected
  log_loss | output, expected
  match_error_rate | reference, hypothesis
  matthews_correlation | output, expected
  mean_average_precision | reference, hypothesis
  meteor_score | reference, hypothesis
  mrr | hypothesis, reference
  ndcg_at_k | hypothesis, reference
  no_invalid_links | text
  non_llm_context_precision | output, expected
  non_llm_context_recall | output, expected
  numeric_similarity | output, expected
  one_line | text
  pearson_correlation | output, expected
  precision_at_k | hypothesis, reference
  precision_score | output, expected
  psnr | output, expected
  r2_score | output, expected
  readability_score | text
  recall_at_k | hypothesis, reference
  recall_score hidden | hypothesis, reference
  regex hidden | text
  regex_pii_detection | text
  repetition_rate | text
  rmse | output, expected
  rouge_score | reference, hypothesis
  semantic_list_contains | output, expected
  sentence_count | text
  spearman_correlation | output, expected
  squad_score | output, expected
  ssim | output, expected
  starts_with hidden | text
  step_count | output
  syntax_validation | text
  tool_call_accuracy | output, expected
  trajectory_match | output, expected
  translation_edit_rate | reference, hypothesis
  type_token_ratio | text
  word_count_in_range | text
  word_error_rate | reference, hypothesis
  word_info_lost | reference, hypothesis
  word_info_preserved | reference, hypothesis
`;

const judges = judgedTemplates.map(
  ({ name, hidden, keys, output }) => `${name}${hidden ? " hidden" : ""} | ${keys} | ${output}`,
);
const functions = builtIns()
  .filter(({ evalType }) => evalType === "code")
  .map(({ name, hidden, definition }) =>
    `${name}${hidden ? " hidden" : ""} | ${definition.required_keys.join(", ")}`.trim(),
  );

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

test("the published judges keep their names, inputs and outputs", () => {
  expect(judges).toEqual(expect.arrayContaining(linesOf(publishedJudges)));
});

test("the published functions keep their names and inputs", () => {
  expect(functions).toEqual(expect.arrayContaining(linesOf(publishedFunctions)));
});

test("each built-in template is a judge or a function", () => {
  expect(builtIns()).toHaveLength(judges.length + functions.length);
});

test("image decoders and parsers load with the metrics that need them, not with the catalogue", async () => {
  const heavy = ["image-size", "jpeg-js", "pngjs", "@lezer/python", "acorn", "saxes"];
  const loaded: string[] = [];
  vi.resetModules();
  for (const name of heavy) {
    vi.doMock(name, async (original) => {
      loaded.push(name);
      return original();
    });
  }
  const { computedTemplates } = await import("../metrics");
  expect(loaded).toEqual([]);
  const isXml = computedTemplates.find(({ name }) => name === "is_xml");
  expect(await isXml?.compute({ text: "<a/>" })).toMatchObject({ score: 1 });
  expect(loaded.toSorted()).toEqual(["acorn", "saxes"]);
  for (const name of heavy) vi.doUnmock(name);
});

describe.each(judgedTemplates.map(builtInJudged))("$name", ({ definition }) => {
  test("asks about each of its inputs, and no others", () => {
    const named = [...(definition.instructions ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key);
    expect([...new Set(named)].toSorted()).toEqual(definition.required_keys.toSorted());
  });

  test("has choices if its output is a choice, and scores only its own choices", () => {
    if (definition.output !== "choices") return;
    for (const [label, score] of Object.entries(definition.choice_scores ?? {})) {
      expect(definition.choices).toContain(label);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});

test("ids follow from names and are unique", () => {
  expect(idOfName("toxicity")).toBe(idOfName("toxicity"));
  expect(idOfName("toxicity")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(builtIns().map(({ id }) => id)).size).toBe(builtIns().length);
});

test("a fingerprint does not depend on the order of members", () => {
  expect(fingerprintOf({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(fingerprintOf({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(fingerprintOf({ a: [1, 2] })).not.toBe(fingerprintOf({ a: [2, 1] }));
});

import { describe, expect, test } from "vitest";
import { builtInJudged, builtIns, judgedTemplates } from "./catalogue";
import { fingerprintOf, idOfName } from "./fingerprint";

// What clients name: never changed without breaking them.
const expected = `
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

const told = judgedTemplates.map(
  ({ name, hidden, keys, output }) => `${name}${hidden ? " hidden" : ""} | ${keys} | ${output}`,
);

test("the judged templates have the names, inputs and outputs that clients know", () => {
  const lines = expected
    .trim()
    .split("\n")
    .map((line) => line.trim());
  expect(told.toSorted()).toEqual(lines.toSorted());
});

describe.each(judgedTemplates.map(builtInJudged))("$name", ({ definition }) => {
  test("asks of each of its inputs, and of no other", () => {
    const named = [...(definition.instructions ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key);
    expect([...new Set(named)].toSorted()).toEqual(definition.required_keys.toSorted());
  });

  test("has choices where it asks for one, and scores of its own choices", () => {
    if (definition.output !== "choices") return;
    for (const [label, score] of Object.entries(definition.choice_scores ?? {})) {
      expect(definition.choices).toContain(label);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});

test("ids follow from names, and no two are the same", () => {
  expect(idOfName("toxicity")).toBe(idOfName("toxicity"));
  expect(idOfName("toxicity")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(builtIns().map(({ id }) => id)).size).toBe(builtIns().length);
});

test("a fingerprint does not depend on the order of members", () => {
  expect(fingerprintOf({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(fingerprintOf({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(fingerprintOf({ a: [1, 2] })).not.toBe(fingerprintOf({ a: [2, 1] }));
});

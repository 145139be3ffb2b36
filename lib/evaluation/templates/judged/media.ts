// Images, sound, and documents.
import type { JudgedTemplate } from "./judged";

export const media: readonly JudgedTemplate[] = [
  {
    name: "ASR/STT_accuracy",
    keys: "audio, generated_transcript",
    output: "score",
    tags: ["AUDIO"],
    media: { audio: "audio" },
    description: "The transcript is faithful to the audio.",
    criteria:
      "Listen to {{audio}} and compare it with {{generated_transcript}}. Score the share of spoken words that are rightly transcribed, less what was added. Errors in names, numbers, and negations weigh double. Punctuation, case, and fillers do not count.",
  },
  {
    name: "audio_quality",
    keys: "input_audio",
    output: "score",
    tags: ["AUDIO"],
    media: { input_audio: "audio" },
    description: "The technical quality of a recording.",
    criteria:
      "Judge the recording {{input_audio}}, not what is said: noise, clipping, distortion, echo, dropouts, level, bandwidth. 1: studio-like; 0.7: clear with slight faults; 0.5: understandable with effort; 0.2: hardly understandable; 0: unusable or silent.",
  },
  {
    name: "caption_hallucination",
    keys: "image, caption",
    output: "Pass/Fail",
    tags: ["IMAGE", "HALLUCINATION"],
    media: { image: "image" },
    description: "The caption only claims what the image shows.",
    criteria:
      "Check each claim of {{caption}} against {{image}}: objects, counts, colours, actions, places, text. Fail when any is not there or contradicted. Pass when all are visible or a safe inference. What the caption leaves out does not matter.",
  },
  {
    name: "image_instruction_adherence",
    keys: "instruction, images",
    output: "score",
    tags: ["IMAGE"],
    media: { images: "image" },
    description: "The images follow the instruction.",
    criteria:
      "List what {{instruction}} asks for: subjects, counts, attributes, layout, style, text, and what to avoid. Score the share that {{images}} show. Breaking an explicit prohibition or missing the main subject holds the score at 0.4 or below.",
  },
  {
    name: "ocr_evaluation",
    keys: "input_pdf, json_content",
    output: "score",
    tags: ["PDF", "IMAGE"],
    media: { input_pdf: "pdf" },
    description: "The extraction matches the document.",
    criteria:
      "Compare {{json_content}} with the document {{input_pdf}}, field by field. The score is the share of fields whose value is right, where a missing or invented field counts as wrong. Formatting of equal values (dates, separators, case) does not matter.",
  },
  {
    name: "synthetic_image_evaluator",
    keys: "image",
    output: "score",
    tags: ["IMAGE"],
    media: { image: "image" },
    description: "How likely the image is made by AI; 1 is clearly so.",
    criteria:
      "Estimate how likely {{image}} was made by a generative model. Look for impossible anatomy, garbled text, inconsistent light or reflections, repeated or melting detail, and waxen surfaces, against sensor noise and lens traits of a camera. 1: clearly made by AI; 0.5: cannot tell; 0: clearly a photograph or made by hand.",
  },
  {
    name: "TTS_accuracy",
    keys: "text, generated_audio",
    output: "score",
    tags: ["AUDIO"],
    media: { generated_audio: "audio" },
    description: "The spoken audio matches the text.",
    criteria:
      "Listen to {{generated_audio}} and compare it with {{text}}. Score by words spoken rightly, pronunciation of names and numbers, and whether anything is added or left out. 1: all right and natural; 0.5: several errors; 0: another text or unintelligible.",
  },
];

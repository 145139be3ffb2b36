// Phrases that several answers share.
export const passed = "Whether it passed; null without a verdict";
export const score = "The score: 0 to 1, or any number for templates with numeric output; null without one";
export const judge = "The judge, a model of the gateway; null if none was called";
export const version = "Name of the version, such as `V2`";
export const outcome = "Whether it has a score or label, had nothing to score, or failed";
export const reason = "Why, in the words of the judge or the metric; empty if it gave none";
export const output = "What the evaluation put out; null without a score";

export const problems = [
  "Wrong fact",
  "Off policy",
  "Ignored part of question",
  "Tone",
  "Unsafe",
  "Privacy",
  "None",
] as const;

export type Problem = (typeof problems)[number];

export const labels = [
  {
    name: "Helpfulness",
    type: "star",
    description: "Would the customer be helped by this reply?",
    settings: { no_of_stars: 5 },
  },
  {
    name: "Policy followed",
    type: "thumbs_up_down",
    description: "Does the reply keep to the policy excerpt?",
    settings: {},
  },
  {
    name: "Problems",
    type: "categorical",
    description: "Everything that is wrong with the reply, or None.",
    settings: {
      rule_prompt: "",
      multi_choice: true,
      options: problems.map((label) => ({ label })),
      auto_annotate: false,
      strategy: null,
    },
  },
  {
    name: "Comment",
    type: "text",
    description: "What a colleague should know about your judgement. Optional.",
    settings: { placeholder: "What made you decide?", min_length: 0, max_length: 2000 },
  },
] as const;

/** The guideline of the demo queue, in Markdown. */
export const instructions = `Judge the **last reply** of the assistant. Read the whole conversation, then the policy excerpt and the expected answer.

- **Helpfulness**: 5 solves the matter, 4 needs a small correction, 3 helps in part, 2 hardly helps, 1 misleads or does harm. Judge as the customer, not as the shop.
- **Policy followed**: thumbs down as soon as one statement or promise goes against the excerpt, however friendly it is.
- **Problems**: choose all that apply. *Wrong fact* covers figures, sums, order status and product features; *Ignored part of question* needs a question that was left open. Choose *None* only by itself.
- **Comment**: one sentence that quotes the weak spot.

Customers' typos are not the assistant's fault. Skip an item if you cannot read its language.
`;

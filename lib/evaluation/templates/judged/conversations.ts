// How a conversation went, and how an agent behaved in it.
import { choicesOf, type JudgedTemplate, scales } from "./judged";

const CONVERSATION = ["CONVERSATION", "TEXT"];
const AGENT = ["CONVERSATION", "AGENTS"];

const often = (when: string): string =>
  `${when} Choose always when in practically every such place, frequently when in most, occasionally when in some, never when in none.`;

export const conversations: readonly JudgedTemplate[] = [
  {
    name: "conversation_coherence",
    keys: "conversation",
    output: "score",
    tags: CONVERSATION,
    description: "The dialogue flows logically.",
    criteria:
      "Score how well the turns of {{conversation}} follow from one another. 1: every turn fits what was said, references resolve, nothing is forgotten or contradicted; 0.5: several turns miss or repeat; 0: turns have little to do with each other. A change of subject by the customer is no fault.",
  },
  {
    name: "conversation_hallucination",
    keys: "conversation, context?",
    output: "Pass/Fail",
    tags: ["HALLUCINATION", "CONVERSATION"],
    description: "The agent invented nothing in the dialogue.",
    criteria:
      "Look at the agent's turns in {{conversation}} only. Fail when the agent states something as fact that neither {{context}}, nor the customer, nor a tool's result in the conversation supports: policies, prices, dates, orders, actions said to be done. Without context, fail for claims that contradict the conversation or could not be known. Pass otherwise. Quote the invention.",
  },
  {
    name: "conversation_resolution",
    keys: "conversation",
    output: "score",
    tags: CONVERSATION,
    description: "The dialogue ends with the need met.",
    criteria:
      "Name what the customer of {{conversation}} needs, then score how far it is met at the end. 1: met and, where natural, confirmed; 0.7: met but for a detail, or a sure next step is agreed; 0.5: partly met; 0.2: only acknowledged; 0: not met, or worse than before.",
  },
  {
    name: "customer_agent_clarification_seeking",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "How often the agent clarifies when it needs to.",
    criteria: often(
      "Find the places in {{conversation}} where the customer was unclear, or left out what the agent needed. How often did the agent ask before it acted? Where no such place occurs, choose always if the agent asked nothing needless.",
    ),
    ...choicesOf(scales.oftenIsGood),
  },
  {
    name: "customer_agent_context_retention",
    keys: "conversation",
    output: "score",
    tags: AGENT,
    description: "The agent remembers earlier turns.",
    criteria:
      "Score how well the agent in {{conversation}} uses what was said before. 1: every earlier detail that matters is remembered, none is asked twice; 0.5: some are forgotten or asked again; 0: each turn begins anew. A confirmation of an important detail is no forgetting.",
  },
  {
    name: "customer_agent_conversation_quality",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "An overall rating from 1 to 5.",
    criteria:
      "Rate the agent's conduct of {{conversation}} as a whole: understanding, correctness, effort for the customer, tone, and result. 5: excellent, nothing to improve; 4: good, small slips; 3: adequate; 2: poor, the customer had to struggle; 1: failed.",
    ...choicesOf(scales.fromOneToFive),
  },
  {
    name: "customer_agent_human_escalation",
    keys: "conversation",
    output: "Pass/Fail",
    tags: AGENT,
    description: "The agent hands over to a human when it should, and well.",
    criteria:
      "Pass when the agent in {{conversation}} hands over when the customer asks for it, is in danger or great distress, or the matter is beyond it, does so without delay and with the context told, and does not hand over what it could settle. Fail when a needed handover is missing, late, refused, or needless.",
  },
  {
    name: "customer_agent_interruption_handling",
    keys: "conversation",
    output: "score",
    tags: AGENT,
    description: "The agent recovers from interruptions.",
    criteria:
      "Find where a speaker is interrupted in {{conversation}}. Score the agent's recovery: 1 when it stops, takes up the new point, and returns to the old one where needed; 0.5 when it loses part; 0 when it talks on, restarts its script, or loses the thread. Where nothing is interrupted, score 1 and say so.",
  },
  {
    name: "customer_agent_language_handling",
    keys: "conversation",
    output: "score",
    tags: AGENT,
    description: "The agent finds and keeps the right language.",
    criteria:
      "Score whether the agent in {{conversation}} answers in the customer's language and follows when it changes. 1: always right, dialect and mixing understood; 0.5: some turns in the wrong language or clumsy; 0: mostly the wrong language. An announced limit with an offer of help counts 0.5.",
  },
  {
    name: "customer_agent_loop_detection",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "How often the agent repeats itself; never is best.",
    criteria: often(
      "How often does the agent in {{conversation}} go in circles: the same question, answer, or step again, without new information and without need?",
    ),
    ...choicesOf(scales.oftenIsBad),
  },
  {
    name: "customer_agent_objection_handling",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "How often objections are handled well.",
    criteria: often(
      "Find the customer's objections, doubts, and complaints in {{conversation}}. How often does the agent acknowledge them and answer their substance, without pressure or evasion? Where there is none, choose always.",
    ),
    ...choicesOf(scales.oftenIsGood),
  },
  {
    name: "customer_agent_prompt_conformance",
    keys: "system_prompt, conversation",
    output: "score",
    tags: AGENT,
    description: "The agent follows its system prompt.",
    criteria:
      "List the instructions in {{system_prompt}} that apply to {{conversation}}. Score the share that the agent follows through all its turns; breaking an explicit prohibition holds the score at 0.5 or below. Name each breach with its turn.",
  },
  {
    name: "customer_agent_query_handling",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "How often the agent understands and answers queries.",
    criteria: often(
      "Find the customer's questions and requests in {{conversation}}. How often does the agent understand what is meant and give a right, relevant answer?",
    ),
    ...choicesOf(scales.oftenIsGood),
  },
  {
    name: "customer_agent_task_completion",
    keys: "agent_prompt, conversation",
    output: "Pass/Fail",
    tags: AGENT,
    description: "The agent finished the task in its prompt.",
    criteria:
      "State the task that {{agent_prompt}} gives the agent as an outcome. Pass when {{conversation}} shows it reached, with every mandatory step done. Fail when it is unfinished, a mandatory step is skipped, or success is only claimed. Where the customer made it impossible, pass if the agent did all that its prompt asks in that case.",
  },
  {
    name: "customer_agent_termination_handling",
    keys: "conversation",
    output: "choices",
    tags: AGENT,
    description: "How often the agent ends badly; never is best.",
    criteria: often(
      "How often does the agent in {{conversation}} end, or try to end, badly: too early, abruptly, with needs open, or dragging on after the customer has finished?",
    ),
    ...choicesOf(scales.oftenIsBad),
  },
];

// Groups that come with the product: visible to all, and read-only.
import { idOfName } from "./fingerprint";

const sample = (name: string, description: string, templates: readonly string[]) => ({
  id: idOfName(`group: ${name}`),
  name,
  description,
  templateIds: templates.map(idOfName),
});

export const sampleGroups = [
  sample("RAG answers", "Whether an answer keeps to what was retrieved, and what was retrieved helps.", [
    "context_adherence",
    "context_relevance",
    "chunk_attribution",
    "completeness",
    "detect_hallucination",
  ]),
  sample("Safety", "Whether a text harms, offends, or gives away private data.", [
    "toxicity",
    "sexist",
    "is_harmful_advice",
    "pii",
    "prompt_injection",
    "bias_detection",
  ]),
  sample("Customer conversations", "How an agent behaves in a conversation, and whether it ends well.", [
    "conversation_coherence",
    "conversation_resolution",
    "customer_agent_conversation_quality",
    "customer_agent_loop_detection",
    "customer_agent_human_escalation",
  ]),
];

// Compares what was retrieved with what is relevant.
import { canonical } from "../canonical";
import { equalOrNot } from "../empty";
import type { MetricInput } from "../metric-input";
import { computed, type Definition, type Scored } from "../template";
import { emptyScore, figure } from "../tokens";

const ITEMS =
  "Items are lists or JSON lists. They are compared as texts without surrounding blanks; objects by their JSON.";
const AGAIN = "An item that comes again is not found again, but takes its place in the ranking.";
const TREC =
  "Unlike trec_eval, which leaves out queries without relevant items, such a row scores 0, or 1 where nothing was retrieved either.";
const ranked = {
  keys: ["hypothesis", "reference"],
  output: "score",
  tags: ["retrieval"],
  differs: TREC,
  empty: equalOrNot("list"),
} as const;
const k = { k: { type: "integer", minimum: 1, maximum: 10_000 } } as const;
const WHOLE = "Without k the whole list counts.";

const itemsOf = (input: MetricInput, key: string): string[] =>
  input.list(key).map((item) => (typeof item === "object" ? canonical(item) : String(item).trim()));

interface Ranking {
  /** For each rank, whether it has a relevant item that no earlier rank has. */
  readonly hits: readonly boolean[];
  readonly relevant: number;
}

function rankingOf(retrieved: readonly string[], reference: readonly string[]): Ranking {
  const left = new Set(reference);
  const relevant = left.size;
  return { hits: retrieved.map((item) => left.delete(item)), relevant };
}

const found = (hits: readonly boolean[]): number => hits.filter(Boolean).length;

/**
 * Σ 1/log₂(rank + 1) over the hits, divided by the same for the best order: Järvelin and Kekäläinen (2002), gains 0 and
 * 1.
 */
function ndcg({ hits, relevant }: Ranking, places = Number.POSITIVE_INFINITY): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  let [actual, best] = [0, 0];
  for (const [rank, isHit] of hits.slice(0, places).entries()) if (isHit) actual += gain(rank);
  for (let rank = 0; rank < Math.min(places, relevant); rank++) best += gain(rank);
  return best === 0 ? 0 : actual / best;
}

/** The mean, over all relevant items, of the precision at their ranks; an item that is not found adds 0. */
function averagePrecision({ hits, relevant }: Ranking): number {
  let [seen, sum] = [0, 0];
  for (const [rank, isHit] of hits.entries()) if (isHit) sum += ++seen / (rank + 1);
  return relevant === 0 ? 0 : sum / relevant;
}

/** A metric of the ranking. The convention for empty sides applies first. */
const ofRanking = (
  description: Pick<Definition, "name" | "description" | "source" | "notes"> & Partial<Definition>,
  score: (ranking: Ranking, places: number, k: number | undefined) => Scored,
): Definition => {
  const usesK = description.params !== undefined;
  return {
    ...ranked,
    ...description,
    notes: [ITEMS, AGAIN, ...(usesK ? [WHOLE] : []), ...description.notes],
    score(input) {
      const [retrieved, reference] = [itemsOf(input, "hypothesis"), itemsOf(input, "reference")];
      const ranking = rankingOf(retrieved, reference);
      const k = input.param<number>("k");
      return emptyScore(retrieved, reference) ?? score(ranking, k ?? retrieved.length, k);
    },
  };
};

const recall = ({ hits, relevant }: Ranking, places: number): Scored => {
  const hit = found(hits.slice(0, places));
  return { score: hit / relevant, reason: `${hit} of ${relevant} relevant items are among the first ${places}.` };
};

function contexts(name: string, description: string, from: "output" | "expected"): Definition {
  const to = from === "output" ? "expected" : "output";
  return {
    name,
    keys: ["output", "expected"],
    output: "score",
    tags: ["retrieval", "rag"],
    empty: equalOrNot("list"),
    description,
    notes: [ITEMS, "Contexts match exactly or not at all; no model judges their meaning."],
    source: "Share of a list's members in another",
    score(input) {
      const [members, others] = [itemsOf(input, from), itemsOf(input, to)];
      const known = new Set(others);
      const hit = members.filter((member) => known.has(member)).length;
      return (
        emptyScore(members, others) ?? {
          score: hit / members.length,
          reason: `${hit} of ${members.length} contexts of ${from} are in ${to}.`,
        }
      );
    },
  };
}

export const retrieval = [
  ofRanking(
    {
      name: "hit_rate",
      description: "1 when any retrieved item is relevant, else 0.",
      notes: [],
      source: "Success at n",
    },
    ({ hits }) => ({
      score: hits.includes(true),
      reason: `${found(hits)} of ${hits.length} retrieved items are relevant.`,
    }),
  ),
  ofRanking(
    {
      name: "mrr",
      description: "One divided by the rank of the first relevant item.",
      notes: ["For one query; the mean over rows is the mean reciprocal rank. 0 when nothing relevant is retrieved."],
      source: "Voorhees (1999), “The TREC-8 Question Answering Track Report”",
    },
    ({ hits }) => {
      const rank = hits.indexOf(true) + 1;
      return {
        score: rank && 1 / rank,
        reason: rank ? `The first relevant item is at place ${rank}.` : "No retrieved item is relevant.",
      };
    },
  ),
  ofRanking(
    {
      name: "ndcg_at_k",
      description: "How near the top the relevant items are, compared with the best order.",
      params: k,
      notes: [
        "Gains are 0 and 1; an item at rank i is discounted by log₂(i + 1).",
        "Without k the best order contains every relevant item, as in trec_eval, so retrieving fewer items never scores more.",
      ],
      source: "Järvelin and Kekäläinen (2002), “Cumulated gain-based evaluation of IR techniques”",
    },
    (ranking, places, k) => {
      const score = ndcg(ranking, k);
      return {
        score,
        reason: `nDCG@${places} = ${figure(score)}: ${found(ranking.hits.slice(0, places))} hits, ${ranking.relevant} relevant.`,
      };
    },
  ),
  ofRanking(
    {
      name: "precision_at_k",
      description: "The share of relevant items among the first k.",
      params: k,
      notes: ["Divided by k, as in trec_eval, even if fewer items were retrieved."],
      source: "trec_eval, P_k",
    },
    ({ hits }, places) => {
      const hit = found(hits.slice(0, places));
      return { score: hit / places, reason: `${hit} of the first ${places} places are relevant.` };
    },
  ),
  ofRanking(
    {
      name: "recall_at_k",
      description: "The share of relevant items found among the first k.",
      params: k,
      notes: [],
      source: "trec_eval, recall_k",
    },
    recall,
  ),
  ofRanking(
    {
      name: "recall_score",
      hidden: true,
      description: "The share of relevant items that were retrieved.",
      notes: ["The order does not matter."],
      source: "trec_eval, set_recall",
    },
    recall,
  ),
  ofRanking(
    {
      name: "mean_average_precision",
      keys: ["reference", "hypothesis"],
      description: "The average precision of one ranking.",
      notes: ["For one query; the mean over rows is the mean average precision, which gives the metric its name."],
      source: "Buckley and Voorhees (2000), “Evaluating evaluation measure stability”",
    },
    (ranking) => {
      const score = averagePrecision(ranking);
      return {
        score,
        reason: `Average precision ${figure(score)}: ${found(ranking.hits)} of ${ranking.relevant} relevant items found.`,
      };
    },
  ),
  contexts("non_llm_context_precision", "The share of retrieved contexts that are expected.", "output"),
  contexts("non_llm_context_recall", "The share of expected contexts that were retrieved.", "expected"),
].map(computed);

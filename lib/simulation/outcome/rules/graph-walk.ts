// The path that a conversation took through its scenario's graph, inferred from its words and tool calls.
import type { TurnRole } from "@/lib/contracts/simulation/call-names";
import { contentWords } from "../../conversation/rules/texts";
import type { Graph } from "../../scenarios/rules/graph";

export interface Visit {
  node: string;
  /** The agent's turns at this node; none if the path only passes through. */
  turns: number[];
  /** The node's words and tools found in these turns. */
  evidence: string[];
  /** Whether one of its tools or two of its words were found: a single word may be chance. */
  isSure: boolean;
}

export interface WalkTurn {
  number: number;
  role: TurnRole;
  content: string;
  /** Names of the tools called in the turn. */
  tools: readonly string[];
}

/** How much more of a turn a step must explain than staying does. Skipping a node needs more. */
const STEP = 0.25;
const SKIP = 0.75;
/** A tool call is stronger evidence than any words. */
const TOOL = 5;
const MOST_WORDS = 3;
const SURE_WORDS = 2;
const MOST_TURNS = 100;
const MOST_CHARACTERS = 4_000;

interface WalkState {
  score: number;
  before: WalkState | null;
  /** The nodes on the way from the previous one, including the last; empty if it stayed. */
  path: readonly number[];
  turn: number;
  evidence: readonly string[];
  isCalled: boolean;
}

/**
 * The most likely path from the start. The evidence: words of a node's name and prompt in the agent's turn and the
 * customer's turn before it, words of an edge's condition in the customer's turn, and tool calls. A word counts less,
 * the more nodes have it. Hidden states, decoded by Viterbi's algorithm. Empty if the graph has no start or the agent
 * said nothing.
 */
export function walkOf(graph: Graph, turns: readonly WalkTurn[], isEnded: boolean): Visit[] {
  const start = graph.nodes.findIndex(({ isStart }) => isStart);
  const steps = turns.filter(({ role }) => role === "assistant").slice(0, MOST_TURNS);
  if (start < 0 || steps.length === 0) return [];
  const { edges, match, asked: questionMatch } = readerOf(graph);
  let places: (WalkState | null)[] = graph.nodes.map((_, index) =>
    index === start ? { score: 0, before: null, path: [start], turn: -1, evidence: [], isCalled: false } : null,
  );
  for (const step of steps) {
    const before = turns[turns.indexOf(step) - 1];
    const heard = before?.role === "user" ? wordsOf(before.content) : new Set<string>();
    const once = stepped(places, edges, heard, questionMatch, STEP);
    const twice = stepped(once, edges, heard, questionMatch, SKIP);
    const best = bestOf(places);
    const seen = match(step, heard);
    places = graph.nodes.map(({ isGlobal }, index) => {
      const [stay, far] = [places[index] ?? null, isGlobal && best ? leap(best, index) : null];
      const come = bestOf([stay && { ...stay, before: stay, path: [] }, once[index], twice[index], far]);
      if (!come) return null;
      const { score, ...shown } = seen(index);
      return { ...come, ...shown, score: come.score + score, turn: step.number };
    });
  }
  const last = bestOf(places);
  return last ? withEnd(graph, visitsOf(graph, last), isEnded) : [];
}

const bestOf = (places: readonly (WalkState | null | undefined)[]): WalkState | null =>
  places.reduce<WalkState | null>((best, one) => (one && (!best || one.score > best.score) ? one : best), null);

const leap = (from: WalkState, to: number): WalkState => ({
  ...from,
  score: from.score - SKIP,
  before: from,
  path: [to],
});

interface Edge {
  from: number;
  to: number;
  /** The position in the graph. */
  index: number;
}

/** One edge further from each node. */
function stepped(
  places: readonly (WalkState | null)[],
  edges: readonly Edge[],
  heard: ReadonlySet<string>,
  questionMatch: (edge: number, heard: ReadonlySet<string>) => number,
  cost: number,
): (WalkState | null)[] {
  const next: (WalkState | null)[] = places.map(() => null);
  for (const { from, to, index } of edges) {
    const at = places[from];
    if (!at) continue;
    const score = at.score - cost + questionMatch(index, heard);
    const known = next[to];
    if (known && known.score >= score) continue;
    // A second step continues from where the first ended.
    const isSecond = cost === SKIP;
    next[to] = { ...at, score, before: isSecond ? at.before : at, path: isSecond ? [...at.path, to] : [to] };
  }
  return next;
}

const wordsOf = (text: string): Set<string> => contentWords(text.slice(0, MOST_CHARACTERS));

function readerOf(graph: Graph) {
  const places = new Map(graph.nodes.map(({ name }, index) => [name, index]));
  const edges = graph.edges.flatMap(({ from, to }, index): Edge[] => {
    const [at, next] = [places.get(from), places.get(to)];
    return at === undefined || next === undefined ? [] : [{ from: at, to: next, index }];
  });
  const ofNodes = graph.nodes.map(({ name, prompt }) => wordsOf(`${name.replaceAll(/[_-]/g, " ")} ${prompt}`));
  const ofEdges = graph.edges.map(({ condition }) => wordsOf(condition));
  const nodesWith = frequencies(ofNodes);
  const edgesWith = frequencies(ofEdges);
  const shared = (words: ReadonlySet<string>, spoken: ReadonlySet<string>, counts: ReadonlyMap<string, number>) => {
    const met = [...words].filter((word) => spoken.has(word));
    const weight = met.reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0);
    return { met, weight: Math.min(MOST_WORDS, weight) };
  };
  return {
    edges,
    asked: (edge: number, heard: ReadonlySet<string>) => shared(ofEdges[edge] ?? new Set(), heard, edgesWith).weight,
    match(step: WalkTurn, heard: ReadonlySet<string>) {
      const spoken = new Set([...wordsOf(step.content), ...heard]);
      const tools = new Set(step.tools.map((name) => name.toLowerCase()));
      return (index: number) => {
        const { met, weight } = shared(ofNodes[index] ?? new Set(), spoken, nodesWith);
        const tool = graph.nodes[index]?.tool ?? null;
        const isCalled = tool !== null && tools.has(tool.toLowerCase());
        return { score: weight + (isCalled ? TOOL : 0), evidence: isCalled ? [tool, ...met] : met, isCalled };
      };
    },
  };
}

function frequencies(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function visitsOf(graph: Graph, last: WalkState): Visit[] {
  const chain: WalkState[] = [];
  for (let at: WalkState | null = last; at; at = at.before) chain.unshift(at);
  const visits: Visit[] = [];
  for (const { path, turn, evidence, isCalled } of chain) {
    for (const index of path)
      visits.push({ node: graph.nodes[index]?.name ?? "", turns: [], evidence: [], isSure: false });
    const here = visits.at(-1);
    if (!here || turn < 0) continue;
    here.turns.push(turn);
    here.evidence = [...new Set([...here.evidence, ...evidence])];
    here.isSure ||= isCalled || here.evidence.length >= SURE_WORDS;
  }
  return visits;
}

/** A completed conversation has reached the next node if that is the only end ahead, even if no words show it. */
function withEnd(graph: Graph, visits: Visit[], isEnded: boolean): Visit[] {
  const here = visits.at(-1)?.node;
  const ahead = new Set(graph.edges.filter(({ from }) => from === here).map(({ to }) => to));
  const [end, another] = graph.nodes.filter(
    ({ name, type }) => type === "tool" && ahead.has(name) && !leads(graph, name),
  );
  return isEnded && end && !another ? [...visits, { node: end.name, turns: [], evidence: [], isSure: true }] : visits;
}

const leads = ({ edges }: Graph, name: string): boolean => edges.some(({ from }) => from === name);

export type WalkOutcome = "followed" | "left" | "stopped" | "unclear";

export interface BranchComparison {
  outcome: WalkOutcome;
  /** The share of the expected nodes that were reached in order. */
  reached: number;
  /** The last node on both paths, and the next node of each; null if the whole path was walked. */
  left: { node: string | null; expected: string; taken: string | null; turn: number | null } | null;
}

/** Compares the actual path with the expected one. */
export function compareWithBranch(expected: readonly string[], visits: readonly Visit[]): BranchComparison | null {
  if (expected.length === 0) return null;
  if (!visits.some(({ evidence }) => evidence.length > 0)) return { outcome: "unclear", reached: 0, left: null };
  let reached = 0;
  let at = -1;
  for (const name of expected) {
    const found = visits.findIndex(({ node }, index) => index > at && node === name);
    if (found < 0) break;
    at = found;
    reached += 1;
  }
  const missed = expected[reached];
  if (missed === undefined) return { outcome: "followed", reached, left: null };
  const taken = visits[at + 1];
  const turn = taken?.turns[0] ?? visits[at]?.turns.at(-1) ?? null;
  const left = { node: expected[reached - 1] ?? null, expected: missed, taken: taken?.node ?? null, turn };
  return { outcome: taken ? (taken.isSure ? "left" : "unclear") : "stopped", reached, left };
}

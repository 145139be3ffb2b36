// The way that a conversation has taken through its scenario's graph, told by what was said and which tools were called.
import type { TurnRole } from "@/lib/contracts/simulation/call-names";
import { contentWords } from "../../conversation/rules/texts";
import type { Graph } from "../../scenarios/rules/graph";

export interface Visit {
  node: string;
  /** Numbers of the agent's turns that were spent there; none where the way only leads through. */
  turns: number[];
  /** Words and tools of the node that were met in them. */
  evidence: string[];
  /** Whether one of its tools or two of its words were: a single word may be met by chance. */
  isSure: boolean;
}

export interface WalkTurn {
  number: number;
  role: TurnRole;
  content: string;
  /** Names of the tools that were called in it. */
  tools: readonly string[];
}

/** A step has to explain that much more of a turn than staying does, one that leaves a node out more. */
const STEP = 0.25;
const SKIP = 0.75;
/** A tool that is called tells more than any words. */
const TOOL = 5;
const MOST_WORDS = 3;
const SURE_WORDS = 2;
const MOST_TURNS = 100;
const MOST_CHARACTERS = 4_000;

interface WalkState {
  score: number;
  before: WalkState | null;
  /** The nodes on the way from there, itself last; empty where it stayed. */
  path: readonly number[];
  turn: number;
  evidence: readonly string[];
  isCalled: boolean;
}

/**
 * The likeliest way from the start, by what of a node's name and prompt was said in the agent's turn and the customer's before it,
 * what of an edge's condition the customer said, and which tools were called: a word counts the less, the more nodes have it.
 * Hidden states, decoded as Viterbi's algorithm does. Empty where the graph has no start or the agent said nothing.
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
  /** Where it stands in the graph. */
  index: number;
}

/** One edge further from each place. */
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
    // A second step goes on where the first has led.
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

/** A conversation that was brought to its end has come to the one node ahead that ends it, though nobody says so. */
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
  /** Nodes of the expected way that were come to in their order, of all. */
  reached: number;
  /** The last node in which both agree, and how each goes on; null where the whole was walked. */
  left: { node: string | null; expected: string; taken: string | null; turn: number | null } | null;
}

/** The way that was walked, held against the one that the row expects. */
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

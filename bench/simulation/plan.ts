// What the agent of the simulation's benchmark does at which turn, and how long a run has to take at least because of it.

export const LATENCY_MS = 200;
/** The retry delay that it sends when it is rate limited. */
export const WAIT_SECONDS = 1;

export interface Turn {
  conversation: number;
  turn: number;
}

/** One turn in twenty fails, and ends its conversation. */
export const fails = ({ conversation, turn }: Turn, turns: number): boolean => (conversation * turns + turn) % 20 === 7;

/** One turn in fifty is refused with 429 on its first request. */
export const isLimited = ({ conversation, turn }: Turn, turns: number): boolean =>
  (conversation * turns + turn) % 50 === 13;

export const questionOf = ({ conversation, turn }: Turn): string => `Question ${turn} of conversation ${conversation}?`;

/** The requested turn; null if it is not one of ours. */
export function turnIn(text: string): Turn | null {
  const [, turn, conversation] = /^Question (\d+) of conversation (\d+)\?$/.exec(text) ?? [];
  return turn === undefined ? null : { conversation: Number(conversation), turn: Number(turn) };
}

/** A text of which no two turns have much in common. */
export const answerOf = ({ conversation, turn }: Turn): string =>
  `Answer ${turn} of conversation ${conversation}: ${Array.from({ length: 30 }, (_, word) => `word${(conversation * 31 + turn * 977 + word * 7919) % 4001}`).join(" ")}.`;

/** Turns in which the agent is called, including the failing one. */
export function askedTurns(conversation: number, turns: number): Turn[] {
  const all = Array.from({ length: turns }, (_, turn) => ({ conversation, turn }));
  const last = all.findIndex((turn) => fails(turn, turns));
  return last < 0 ? all : all.slice(0, last + 1);
}

/** Milliseconds that the conversations take in their order, so many at a time, when nothing but the agent takes any. */
export function idealMs(conversations: number, turns: number, atOnce: number): number {
  const lanes = Array.from({ length: atOnce }, () => 0);
  for (let conversation = 0; conversation < conversations; conversation++) {
    const ownTurns = askedTurns(conversation, turns);
    const waits = ownTurns.filter((turn) => isLimited(turn, turns)).length;
    const free = lanes.indexOf(Math.min(...lanes));
    lanes[free] = (lanes[free] ?? 0) + ownTurns.length * LATENCY_MS + waits * WAIT_SECONDS * 1000;
  }
  return Math.max(...lanes);
}

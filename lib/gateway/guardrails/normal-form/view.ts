// A text made of another one, with the position of each character in the text that it was made of.

export interface View {
  text: string;
  /** Where the character at this position begins in the original text. */
  start(at: number): number;
  /** Where the text up to this position ends in the original, including characters dropped right behind it. */
  end(at: number): number;
}

export const asWritten = (text: string): View => ({ text, start: (at) => at, end: (at) => at });

/** Builds a view from left to right. */
export class Rewriting {
  #text = "";
  readonly #source: string;
  // A run of the view each: where it begins in the view and in the source, and whether it is copied as it is.
  readonly #at: number[] = [];
  readonly #from: number[] = [];
  readonly #isCopied: boolean[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  copy(start: number, end: number): void {
    this.#add(this.#source.slice(start, end), start, true);
  }

  put(text: string, start: number): void {
    this.#add(text, start, false);
  }

  #add(text: string, start: number, isCopied: boolean): void {
    if (text === "") return;
    this.#at.push(this.#text.length);
    this.#from.push(start);
    this.#isCopied.push(isCopied);
    this.#text += text;
  }

  /** The view; `inner` is the view that the source is itself. */
  view(inner: View): View {
    return {
      text: this.#text,
      start: (at) => inner.start(this.#start(at)),
      end: (at) => inner.end(this.#end(at)),
    };
  }

  #start(at: number): number {
    const run = this.#runOf(at);
    const from = this.#from[run] ?? 0;
    return this.#isCopied[run] ? from + at - (this.#at[run] ?? 0) : from;
  }

  #end(at: number): number {
    const run = this.#runOf(at - 1);
    const next = this.#at[run + 1] ?? this.#text.length;
    if (this.#isCopied[run] && at < next) return (this.#from[run] ?? 0) + at - (this.#at[run] ?? 0);
    return this.#from[run + 1] ?? this.#source.length;
  }

  /** The last run that begins at a position or before it. */
  #runOf(at: number): number {
    let low = 0;
    let high = this.#at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#at[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The view with each match replaced; `null` leaves a match as it is. The same view where nothing changes. */
export function rewritten(view: View, pattern: RegExp, replace: (match: string, index: number) => string | null): View {
  const { text } = view;
  const rewriting = new Rewriting(text);
  let copied = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const replacement = replace(match, index);
    if (replacement === null || replacement === match) continue;
    rewriting.copy(copied, index);
    rewriting.put(replacement, index);
    copied = index + match.length;
  }
  if (copied === 0) return view;
  rewriting.copy(copied, text.length);
  return rewriting.view(view);
}

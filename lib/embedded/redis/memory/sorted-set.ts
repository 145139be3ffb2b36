/** Members ordered by score, then by bytes: a map for scores beside an array in order. */
export class SortedSet {
  readonly #scores = new Map<string, number>();
  readonly #order: string[] = [];

  get size(): number {
    return this.#order.length;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  set(member: string, score: number): void {
    this.delete(member);
    this.#order.splice(this.#position(member, score), 0, member);
    this.#scores.set(member, score);
  }

  delete(member: string): boolean {
    const score = this.#scores.get(member);
    if (score === undefined) return false;
    this.#order.splice(this.#position(member, score), 1);
    return this.#scores.delete(member);
  }

  rank(member: string): number | undefined {
    const score = this.#scores.get(member);
    return score === undefined ? undefined : this.#position(member, score);
  }

  /** Members from rank `from` up to, not including, rank `to`, with their scores. */
  slice(from: number, to: number): [member: string, score: number][] {
    return this.#order.slice(from, to).map((member) => [member, this.#scores.get(member) ?? 0]);
  }

  /** The rank of the first member for which `isReached` holds; it must hold for every member after that one too. */
  firstRank(isReached: (score: number, member: string) => boolean): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const member = this.#order[middle] ?? "";
      if (isReached(this.#scores.get(member) ?? 0, member)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #position(member: string, score: number): number {
    return this.firstRank((other, name) => other > score || (other === score && name >= member));
  }
}

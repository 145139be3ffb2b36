// Whose code runs next: organizations take turns, and so do the people of each organization.

/** Whose code it is. Without a person, it is the organization's own work. */
export interface Owner {
  readonly organization: string;
  readonly person: string | null;
}

interface Most {
  readonly running: number;
  readonly waiting: number;
  readonly ofOrganization: { readonly running: number; readonly waiting: number };
  readonly ofPerson: { readonly waiting: number };
}

export class Turns<Job> {
  /** Waiting organizations and, in each, waiting people. Those whose turn is next come first. */
  readonly #waiting = new Map<string, Map<string | null, Job[]>>();
  /** How many pieces of code each organization runs now. */
  readonly #running = new Map<string, number>();
  readonly #most: Most;

  constructor(most: Most) {
    this.#most = most;
  }

  /** False if too much is waiting already. */
  add({ organization, person }: Owner, job: Job): boolean {
    const { waiting, ofOrganization, ofPerson } = this.#most;
    const people = this.#waiting.get(organization) ?? new Map<string | null, Job[]>();
    const own = people.get(person) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, each) => sum + sizeOf(each), 0);
    const isFull = own.length >= ofPerson.waiting || sizeOf(people) >= ofOrganization.waiting || all >= waiting;
    if (isFull) return false;
    own.push(job);
    people.set(person, own);
    this.#waiting.set(organization, people);
    return true;
  }

  /** Takes out the next job and counts it as running; null if none may run now. */
  next(): Job | null {
    if ([...this.#running.values()].reduce((sum, count) => sum + count, 0) >= this.#most.running) return null;
    for (const [organization, people] of this.#waiting) {
      const running = this.#running.get(organization) ?? 0;
      if (running >= this.#most.ofOrganization.running) continue;
      const job = this.#take(organization, people);
      if (job === undefined) continue;
      this.#running.set(organization, running + 1);
      return job;
    }
    return null;
  }

  /** A job has ended: its person and its organization go to the end of the line. */
  ended({ organization, person }: Owner): void {
    const running = this.#running.get(organization) ?? 0;
    if (running > 1) this.#running.set(organization, running - 1);
    else this.#running.delete(organization);
    const people = this.#waiting.get(organization);
    if (!people) return;
    moveBehind(people, person);
    moveBehind(this.#waiting, organization);
  }

  #take(organization: string, people: Map<string | null, Job[]>): Job | undefined {
    const [first] = people;
    if (!first) return undefined;
    const [person, own] = first;
    const job = own.shift();
    if (own.length === 0) people.delete(person);
    if (people.size === 0) this.#waiting.delete(organization);
    return job;
  }
}

function moveBehind<Key, Value>(all: Map<Key, Value>, key: Key): void {
  const value = all.get(key);
  if (value === undefined) return;
  all.delete(key);
  all.set(key, value);
}

const sizeOf = (people: ReadonlyMap<string | null, readonly unknown[]>): number =>
  [...people.values()].reduce((sum, { length }) => sum + length, 0);

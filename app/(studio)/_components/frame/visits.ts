// The pages that were visited last. In memory only: a reload, another organization or a sign-out forgets them.

export interface Visit {
  label: string;
  href: string;
}

const MOST = 6;

/** The visits with another one: newest first, each address once. */
export const withVisit = (visits: readonly Visit[], visit: Visit): readonly Visit[] =>
  [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, MOST);

let visits: readonly Visit[] = [];

export function noteVisit(visit: Visit): void {
  visits = withVisit(visits, visit);
}

/** The last visits besides the present page. */
export const lastVisits = (pathname: string): readonly Visit[] => visits.filter(({ href }) => href !== pathname);

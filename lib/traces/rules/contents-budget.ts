// How much of the contents of a list's rows one page has.

/** Characters of JSON of inputs and outputs together. */
export const MAX_PAGE_CHARACTERS = 8_000_000;

/** Whether a row's contents still fit into the page. The first row's always do, so that reading on leads past it. */
export function contentsBudget(most = MAX_PAGE_CHARACTERS): (contents: object) => boolean {
  let used: number | null = null;
  return (contents) => {
    const characters = JSON.stringify(contents).length;
    const fits = used === null || used + characters <= most;
    if (fits) used = (used ?? 0) + characters;
    return fits;
  };
}

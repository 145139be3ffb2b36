/** Redis's inclusive index range, negatives counting from the end, as the bounds of a JavaScript slice. */
export function sliceBounds(first: number, last: number, length: number): [from: number, to: number] {
  const from = Math.max(first < 0 ? length + first : first, 0);
  const to = (last < 0 ? length + last : last) + 1;
  return [from, Math.max(from, Math.min(to, length))];
}

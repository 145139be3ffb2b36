/** A row's position in the address, counted from 1; the first by default. Server and browser read it in the same way. */
export const rowNumberOf = (text: string | undefined): number =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

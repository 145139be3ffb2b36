/** A row's place in its dataset, counted from 1, as addresses say it; the first where they say none. The server and the browser read it alike. */
export const placeOf = (text: string | undefined): number => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1);

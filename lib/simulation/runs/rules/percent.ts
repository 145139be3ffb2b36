export const rounded = (value: number): number => Math.round(value * 100) / 100;
export const asPercent = (share: number): number => rounded(share * 100);
/** 0 if the total is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : asPercent(part / whole));

export const rounded = (value: number): number => Math.round(value * 100) / 100;
export const asPercent = (share: number): number => rounded(share * 100);
/** 0 where there is nothing to have a share of. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : asPercent(part / whole));

export const rounded = (value: number): number => Math.round(value * 100) / 100;
export const asPercent = (share: number): number => rounded(share * 100);

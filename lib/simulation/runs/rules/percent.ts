export const rounded = (value: number): number => Math.round(value * 100) / 100;
export const asPercent = (share: number): number => rounded(share * 100);
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A share from 0 to 1 in percent, with at most one decimal: 0.125 is "12.5 %". */
export const percentText = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const MOST_DECIMALS = 9;

/**
 * A share from 0 to 1 in percent, with at most one decimal: 0.125 is "12.5 %". It gets as many decimals more as set it
 * apart from shares that are `beside` it in a sentence, so that 2,999 of 3,000 is not "100 %" beside 1.
 */
export function percentText(share: number, beside: readonly number[] = []): string {
  const rounded = (value: number, decimals: number) => Math.round(value * 100 * 10 ** decimals) / 10 ** decimals;
  const others = beside.filter((other) => Math.abs(other - share) > 10 ** (-2 - MOST_DECIMALS));
  let decimals = 1;
  while (decimals < MOST_DECIMALS && others.some((other) => rounded(other, decimals) === rounded(share, decimals)))
    decimals++;
  return `${rounded(share, decimals)} %`;
}

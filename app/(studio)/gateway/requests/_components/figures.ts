import { usdText } from "../../_components/usd";

export const microsText = (micros: number): string => usdText(micros / 1_000_000);

import { pricingShape, readPricing } from "@/lib/gateway/money/configured-prices";
import { section } from "./section";

export const pricing = section({
  shape: pricingShape,
  project: (value) => ({ pricing: value ? readPricing(value) : null }),
});

import { z } from "zod";
import { section } from "./section";

/** Requested name → provider, model, or provider/model. */
export const modelMap = section({
  shape: z.record(z.string(), z.string().min(1)),
  project: (value = {}) => ({ modelMap: value }),
});

import { z } from "zod";
import { section } from "./section";

/** Requested name → provider, model, or provider/model. */
export const modelMap = section({
  shape: z.record(z.string(), z.string().min(1)).meta({
    title: "Other names",
    description: "The target of a name: a provider, a model, or provider/model. * matches every other name",
  }),
  project: (value = {}) => ({ modelMap: value }),
});

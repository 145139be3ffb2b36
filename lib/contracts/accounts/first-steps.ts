// What a new organization has done first.
import { z } from "zod";
import { define } from "../define";
import { timestamp } from "../shapes";

const arrival = timestamp.nullable();

export const getFirstSteps = define({
  name: "getFirstSteps",
  method: "GET",
  path: "/accounts/first-steps/",
  tag: "Organizations",
  summary: "Get when an organization's first data arrived",
  description:
    "When the first trace, gateway request, dataset with rows, invitation and run of the organization came. null means that there is none yet, or none is kept any more.",
  response: z
    .object({
      trace: arrival.meta({ description: "The first trace of an application; null for none" }),
      request: arrival.meta({
        description: "The first request to the gateway, of those that the log keeps; null for none",
      }),
      rows: arrival.meta({ description: "The first dataset that has rows; null for none" }),
      invitation: arrival.meta({ description: "The first invitation; null for none" }),
      run: arrival.meta({ description: "The first evaluation run or execution of a test run; null for none" }),
    })
    .meta({ id: "FirstSteps" }),
});

export type FirstSteps = z.infer<(typeof getFirstSteps)["response"]>;

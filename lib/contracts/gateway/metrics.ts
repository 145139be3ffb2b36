import { z } from "zod";
import { define } from "../define";

export const getMetrics = define({
  name: "getMetrics",
  method: "GET",
  path: "/-/metrics",
  tag: "Gateway administration",
  summary: "Measure the gateway, for Prometheus",
  description:
    "Counters and histograms of requests, calls of providers, tokens and cost, and facts of the processes, in Prometheus' text format. Each process of the server has series of its own, under the label `worker`; they begin anew when it does. An Owner or Admin of an organization is refused. A deployment without the stand-alone server has no measures: 501.",
  answers: ["text/plain"],
  errors: ["not_supported"],
  access: "gateway",
  envelope: "file",
  response: z.string().meta({
    examples: [
      '# HELP assay_gateway_fallbacks_total Answers of another target than the first.\n# TYPE assay_gateway_fallbacks_total counter\nassay_gateway_fallbacks_total{worker="1"} 3\n',
    ],
  }),
});

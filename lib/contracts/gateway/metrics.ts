import { z } from "zod";
import { define } from "../define";

export const getMetrics = define({
  name: "getMetrics",
  method: "GET",
  path: "/-/metrics",
  tag: "Gateway administration",
  summary: "Get the gateway's metrics for Prometheus",
  description:
    "Counters and histograms of requests, provider calls, tokens and cost, and process metrics, in Prometheus' text format. Each process of the server has its own series, under the label `worker`. They start at zero when the process starts. A deployment without the stand-alone server has no metrics and answers 501.",
  answers: ["text/plain"],
  errors: ["not_supported"],
  access: "operator",
  envelope: "file",
  response: z.string().meta({
    examples: [
      '# HELP assay_gateway_fallbacks_total Requests answered by another target than the first.\n# TYPE assay_gateway_fallbacks_total counter\nassay_gateway_fallbacks_total{worker="1"} 3\n',
    ],
  }),
});

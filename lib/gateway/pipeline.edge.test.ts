import { describeCache } from "./testing/cache-suite";
import { describeGuardrails } from "./testing/guardrails-suite";
import { describePipeline } from "./testing/pipeline-suite";
import { describeRouting } from "./testing/routing-suite";

describePipeline("the edge runtime");
describeRouting("the edge runtime");
describeGuardrails("the edge runtime");
describeCache("the edge runtime");

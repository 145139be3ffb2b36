import { describeCache } from "./testing/cache-suite";
import { describeGuardrails } from "./testing/guardrails-suite";
import { describePipeline } from "./testing/pipeline-suite";
import { describeRouting } from "./testing/routing-suite";

describePipeline("Node");
describeRouting("Node");
describeGuardrails("Node");
describeCache("Node");

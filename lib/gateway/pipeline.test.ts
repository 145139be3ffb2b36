import { describeCache } from "./testing/cache-suite";
import { describeGuardrails } from "./testing/guardrails-suite";
import { describeNative } from "./testing/native-suite";
import { describePipeline } from "./testing/pipeline-suite";
import { describePrompts } from "./testing/prompts-suite";
import { describeRouting } from "./testing/routing-suite";

describePipeline("Node");
describeRouting("Node");
describeGuardrails("Node");
describeNative("Node");
describeCache("Node");
describePrompts("Node");

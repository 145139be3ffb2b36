import { webHandler } from "@/lib/exchange/web";
import { describeCache } from "./testing/cache-suite";
import { describeFailures } from "./testing/failures-suite";
import { describeGuardrails } from "./testing/guardrails-suite";
import { describeNative } from "./testing/native-suite";
import { describePipeline } from "./testing/pipeline-suite";
import { describePrompts } from "./testing/prompts-suite";
import { describeRouting } from "./testing/routing-suite";

describePipeline("the edge runtime");
describeRouting("the edge runtime");
describeGuardrails("the edge runtime");
describeNative("the edge runtime");
describeCache("the edge runtime");
describePrompts("the edge runtime");
describeFailures("the edge runtime", async (handler) => {
  const serve = webHandler(handler);
  const fetch: typeof globalThis.fetch = (input, init) => serve(new Request(input, init));
  return { origin: "https://gateway.test", fetch, stop: () => undefined };
});

import { describePipeline } from "./testing/pipeline-suite";

describePipeline("the edge runtime");

import { describePipeline } from "./testing/pipeline-suite";

describePipeline("Node");

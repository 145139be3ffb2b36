import { Inngest } from "inngest";
import { TraceJobs } from "@/lib/observe/trace-jobs";

export const inngest = new Inngest({ id: "assay", middleware: [TraceJobs] });

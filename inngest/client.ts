import { Inngest } from "inngest";
import { TraceJobs } from "@/lib/observe/trace-jobs";
import { jobLog } from "./job-log";

export const inngest = new Inngest({ id: "assay", middleware: [TraceJobs], logger: jobLog() });

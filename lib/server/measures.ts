// The metrics of a process and its gateway.
import { performance } from "node:perf_hooks";
import { measure } from "@/lib/gateway/live";
import { type Family, labelled } from "@/lib/gateway/metrics/families";
import { droppedRequests } from "@/lib/gateway-admin/call-recorder";
import { refusedExports } from "@/lib/http/otlp-endpoint";

/** Starts collecting metrics; the returned function reads them. */
export function measures(worker = 1): () => Family[] {
  const read = measure();
  return () => labelled([...read(), ...processFacts()], { worker: String(worker) });
}

const gauge = (name: string, help: string, value: number, type: Family["type"] = "gauge"): Family => ({
  name,
  help,
  type,
  samples: [{ labels: {}, value }],
});

function processFacts(): Family[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    gauge(
      "assay_request_records_dropped_total",
      "Requests that were not recorded because the database did not store them in time.",
      droppedRequests(),
      "counter",
    ),
    gauge(
      "assay_trace_exports_refused_total",
      "Trace exports that were refused with 429 because too much waited to be stored.",
      refusedExports(),
      "counter",
    ),
    gauge("process_cpu_seconds_total", "Processor time.", (user + system) / 1e6, "counter"),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", rss),
    gauge(
      "process_start_time_seconds",
      "Start time of the process, in seconds since 1970.",
      performance.timeOrigin / 1000,
    ),
    gauge("nodejs_heap_size_used_bytes", "Memory that its objects use.", heapUsed),
    gauge("nodejs_eventloop_active_seconds_total", "Time in which the event loop was busy.", active / 1000, "counter"),
    gauge("nodejs_eventloop_idle_seconds_total", "Time in which the event loop was idle.", idle / 1000, "counter"),
  ];
}

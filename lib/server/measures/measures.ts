// The metrics of a process and its gateway.
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { poolLoad } from "@/db/client";
import { hasRefusedWrite } from "@/db/outages/refused-writes";
import { measure } from "@/lib/gateway/live";
import { type Family, labelled } from "@/lib/gateway/metrics/families";
import { droppedRequests, recordsWaiting } from "@/lib/gateway-admin/call-recorder";
import { ledgerWaiting } from "@/lib/gateway-admin/money/ledger";
import { traceExports } from "@/lib/http/otlp-endpoint";
import { databaseOutage, redisOutage } from "@/lib/observe/outages";
import { gauge } from "./gauge";
import { requestMeasures } from "./request-measures";

/** Starts collecting metrics; the returned function reads them. */
export function measures(worker = 1): () => Family[] {
  const read = measure();
  const lag = loopLag();
  return () =>
    labelled([...read(), ...requestMeasures(), ...queues(), ...pool(), outages(), ...lag(), ...processFacts()], {
      worker: String(worker),
    });
}

const LAG_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/** How late timers were since the last scrape. */
function loopLag(): () => Family[] {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  return () => {
    const [high, most] = lag.count > 0 ? [lag.percentile(99), lag.max] : [0, 0];
    lag.reset();
    return [
      gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile since the last scrape.", high / NANOSECONDS),
      gauge("nodejs_eventloop_lag_max_seconds", "Longest since the last scrape.", most / NANOSECONDS),
    ];
  };
}

function queues(): Family[] {
  const { admitted, admittedBytes, refused, waitingBytes } = traceExports();
  return [
    gauge("assay_ledger_waiting", "Calls that the ledger does not have yet.", ledgerWaiting()),
    gauge("assay_request_records_waiting", "Requests whose record is not stored yet.", recordsWaiting()),
    gauge(
      "assay_request_records_dropped_total",
      "Requests that were not recorded because the database did not store them in time.",
      droppedRequests(),
      "counter",
    ),
    gauge("assay_trace_exports_total", "Trace exports that were taken.", admitted, "counter"),
    gauge("assay_trace_export_bytes_total", "Their bytes, as they were sent.", admittedBytes, "counter"),
    gauge("assay_trace_exports_waiting_bytes", "Bytes of exports that are not stored yet.", waitingBytes),
    gauge(
      "assay_trace_exports_refused_total",
      "Trace exports that were refused with 429 because too much waited to be stored.",
      refused,
      "counter",
    ),
  ];
}

function pool(): Family[] {
  const { connections, busy, waiting } = poolLoad();
  return [
    gauge("assay_database_pool_connections", "Connections that the process may open to PostgreSQL.", connections),
    gauge("assay_database_pool_used", "Connections in use.", busy),
    gauge("assay_database_pool_waiting", "Statements and transactions beyond the pool's connections.", waiting),
  ];
}

const outages = (): Family => ({
  name: "assay_outage",
  help: "1 while this process does not reach the service, or the database refuses its writes.",
  type: "gauge",
  samples: [
    { labels: { service: "database" }, value: Number(databaseOutage.isOpen) },
    { labels: { service: "database_writes" }, value: Number(hasRefusedWrite()) },
    { labels: { service: "redis" }, value: Number(redisOutage.isOpen) },
  ],
});

function processFacts(): Family[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
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

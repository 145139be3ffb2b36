// The report of the gateway's benchmark: a table, and the ratios that are published.
import { out } from "../print";
import { memoryOf } from "../processes/process-memory";
import { CONTROLLED, GUARDED } from "./contestants";
import { cpu, rate, ratio, type Sample, type Samples } from "./samples";

/** `contestants` has the process of each that answers. */
export async function report(samples: Samples, contestants: ReadonlyMap<string, number>): Promise<void> {
  const columns = [
    "",
    "JSON c32 req/s",
    "CPU µs",
    "JSON c128 req/s",
    "CPU µs",
    "SSE c32 req/s",
    "CPU µs",
    "added p50 ms",
    "p99 ms",
    "first token ms",
    "memory MB",
  ];
  out(`\n| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
  for (const [name, pid] of contestants) {
    const { peakMb } = await memoryOf(pid);
    const cells = [
      ...["json32", "json128", "sse32"].flatMap((job) => [
        samples.figure(name, job, rate),
        samples.figure(name, job, cpu),
      ]),
    ].map((value) => value.toFixed(0));
    const waits = [
      samples.added(name, "jsonAt150", ({ p50 }) => p50),
      samples.added(name, "jsonAt150", ({ p99 }) => p99),
      samples.added(name, "sseAt150", ({ firstByte }) => firstByte),
    ].map((value) => value.toFixed(2));
    out(`| ${[name, ...cells, ...waits, peakMb.toFixed(0)].join(" | ")} |`);
  }
  out("");
  if (contestants.has("portkey"))
    for (const name of ["assay", CONTROLLED]) if (contestants.has(name)) againstPortkey(samples, name);
  if (contestants.has("assay") && contestants.has("bare")) {
    out(`SSE req/s over the bare proxy: ${ratio("assay", "bare", (name) => samples.figure(name, "sse32", rate))}`);
  }
  if (contestants.has("assay") && contestants.has("assay-traced")) {
    out(
      `CPU, traced over untraced: ${ratio("assay-traced", "assay", (name) => samples.figure(name, "json32", cpu))} (JSON c32)`,
    );
  }
  if (contestants.has(CONTROLLED)) reportControls(samples, contestants);
}

function reportControls(samples: Samples, contestants: ReadonlyMap<string, number>): void {
  if (contestants.has("assay")) {
    out(`JSON req/s, all controls over requests a minute alone: ${samples.both(CONTROLLED, "assay", rate)}`);
  }
  if (contestants.has(GUARDED)) {
    out(`three guardrails over one, JSON req/s: ${samples.both(GUARDED, CONTROLLED, rate)}`);
    out(`three guardrails over one, CPU a request: ${samples.both(GUARDED, CONTROLLED, cpu)}`);
  }
  const p50 = (sample: Sample) => sample.p50;
  const healthy = samples.added(CONTROLLED, "jsonAt150", p50);
  const failedOver = samples.added(CONTROLLED, "failoverAt150", p50, "jsonAt150");
  out(
    `added p50 at 150/s of a failover over a healthy provider: ${(failedOver / healthy).toFixed(2)} ` +
      `(${failedOver.toFixed(2)} over ${healthy.toFixed(2)} ms)`,
  );
}

function againstPortkey(samples: Samples, assay: string): void {
  const over = (of: (name: string) => number) => ratio(assay, "portkey", of);
  out(`${assay}:`);
  out(`JSON req/s over Portkey, at 32 and 128 connections: ${samples.both(assay, "portkey", rate)}`);
  out(`CPU a request over Portkey, at 32 and 128 connections: ${samples.both(assay, "portkey", cpu)}`);
  const p50 = over((name) => samples.added(name, "jsonAt150", (sample) => sample.p50));
  const p99 = over((name) => samples.added(name, "jsonAt150", (sample) => sample.p99));
  out(`added p50 and p99 at 150/s over Portkey: ${p50}, ${p99}`);
  out(
    `added first token over Portkey: ${over((name) => samples.added(name, "sseAt150", ({ firstByte }) => firstByte))}`,
  );
}

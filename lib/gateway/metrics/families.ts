// Measures in Prometheus' text format (version 0.0.4).

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
  labels: Labels;
  value: number;
}

export interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: Sample[];
}

/** Families of several sources as one text: those of one name together, as the format wants it. */
export function exposition(sources: readonly (readonly Family[])[]): string {
  const byName = new Map<string, Family[]>();
  for (const family of sources.flat()) byName.set(family.name, [...(byName.get(family.name) ?? []), family]);
  return [...byName.values()].map((families) => textOf(families)).join("");
}

/** The same with a label more on each sample. */
export const labelled = (families: readonly Family[], more: Labels): Family[] =>
  families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, ...more } })),
  }));

function textOf(families: readonly Family[]): string {
  const [family] = families;
  if (!family) return "";
  const { name, help, type } = family;
  const lines = families.flatMap(({ samples }) =>
    samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${shown(labels)} ${value}\n`),
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

// Reads a Dockerfile of the plain kind that this project has: one instruction a line.

export interface Stage {
  name: string;
  /** The stage or the image that it begins as. */
  from: string;
  steps: Step[];
}

export interface Step {
  word: string;
  text: string;
}

export function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, word = "", text = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === "") throw new Error(`Not an instruction in one line: ${line}`);
    const [, from, name] = /^(\S+) AS (\S+)$/.exec(text) ?? [];
    if (word === "FROM") stages.push({ from: from ?? "", name: name ?? "", steps: [] });
    else stages.at(-1)?.steps.push({ word, text });
  }
  return stages;
}

/** The steps of a stage, after those of the stages that it is built upon. */
export function stepsOf(stages: Stage[], name: string): Step[] {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...stepsOf(stages, stage.from), ...stage.steps] : [];
}

/** `ENV A=1 B=2` of all steps. */
export const variablesOf = (steps: Step[]): Record<string, string> =>
  Object.fromEntries(
    steps
      .filter(({ word }) => word === "ENV")
      .flatMap(({ text }) => text.split(" ").map((pair) => pair.split("=", 2) as [string, string])), // safe: as the file has them
  );

/** The words of the last such instruction: `CMD ["node", "x"]`, or `HEALTHCHECK … CMD […]`. */
export function commandOf(steps: Step[], word: string): string[] {
  const { text = "[]" } = steps.findLast((step) => step.word === word) ?? {};
  return JSON.parse(text.slice(text.indexOf("[")));
}

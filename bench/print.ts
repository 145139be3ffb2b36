export const out = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export const seconds = (ms: number): string => (ms / 1000).toFixed(2);

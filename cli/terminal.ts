// What people read while the command works: on the error stream, so that the output holds results only.

const isTerminal = (): boolean => process.stderr.isTTY === true && !process.env.CI;

export const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Writes to the output, and waits until it is taken: a pipe may be slower than a server. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

export interface Progress {
  /** `done` of `total`; a terminal shows every step, a log each tenth. */
  show(what: string, done: number, total: number): void;
  end(): void;
}

/** One line that changes, on a terminal; in CI plain lines. */
export function startProgress(): Progress {
  const rewrites = isTerminal();
  let last = "";
  return {
    show(what, done, total) {
      const share = total === 0 ? 0 : Math.floor((100 * done) / total);
      const text = `${what}: ${done} of ${total} (${share} %)`;
      const step = rewrites ? text : `${what} ${Math.floor(share / 10)}`;
      if (step === last) return;
      last = step;
      process.stderr.write(rewrites ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (rewrites && last !== "") process.stderr.write("\r\u001b[K");
    },
  };
}

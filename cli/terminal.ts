// What people read while the command works: on the error stream, so that the output holds results only.

const isTerminal = (): boolean => process.stderr.isTTY === true && !process.env.CI;

export const note = (text: string): void => {
  process.stderr.write(`${shown(text)}\n`);
};

/** Writes text for people to the output. */
export const print = (text: string): Promise<void> => write(shown(text));

/** Writes a value for programs to the output, each on a line of its own unless it is indented. */
export const printJson = (value: unknown, indent?: number): Promise<void> =>
  write(`${JSON.stringify(value, null, indent).replaceAll(CONTROL, escaped)}\n`);

/** Control characters but for line ends and tabs. A terminal obeys them, and names and texts may be those of strangers. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
export const shown = (text: string): string => text.replaceAll(CONTROL, "\ufffd");
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Waits until the text is taken: a pipe may be slower than a server. */
const write = (text: string): Promise<void> =>
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
      const text = `${shown(what)}: ${done} of ${total} (${share} %)`;
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

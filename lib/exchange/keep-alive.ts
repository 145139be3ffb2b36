// The runtime's way to go on working after an answer, where a function otherwise ends with it.

type KeepAlive = (work: Promise<unknown>) => void;

let keepGoing: KeepAlive = () => {};

/** Gives this process its runtime's way. */
export function keepAliveBy(runtime: KeepAlive): void {
  keepGoing = runtime;
}

/** Throws where the runtime cannot do that, such as outside of a request. */
export const keepAlive: KeepAlive = (work) => keepGoing(work);

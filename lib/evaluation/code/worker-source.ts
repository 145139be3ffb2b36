// The program of the thread in which code of others is run. A text, so that no bundler or translator of the server touches it; what it
// needs is required from where `workerData` says.

/** Before anything else: there is no clock and no chance, so that the same inputs give the same score. */
const prelude = `
delete globalThis.performance;
Math.random = () => { throw new Error("There is no randomness here."); };
{
  const noClock = () => { throw new Error("There is no clock here: give a date."); };
  const RealDate = Date;
  RealDate.now = noClock;
  globalThis.Date = class Date extends RealDate {
    constructor(...given) { if (given.length === 0) noClock(); super(...given); }
  };
}`;

/**
 * Calls the function with copies of what it is given. Its answer is JSON; a number that JSON lacks becomes its name. Made before the code
 * is read, so that it has these functions as they are.
 */
const call = `(({ stringify, parse }) => (given) => {
  const finite = (name, value) => typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  if (typeof evaluate !== "function") return { missing: true };
  const state = {};
  const { inputs, params } = parse(given);
  const settle = (answer) => { state.answer = stringify({ answer }, finite); };
  const fail = (error) => { state.error = error instanceof Error ? error.name + ": " + error.message : String(error); };
  try {
    const answer = evaluate(inputs, params);
    if (answer instanceof Promise) answer.then(settle).catch(fail);
    else settle(answer);
  } catch (error) { fail(error); }
  return state;
})(JSON)`;

export const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { newQuickJSWASMModuleFromVariant } = require(workerData.core);
const variant = require(workerData.variant);
const ready = newQuickJSWASMModuleFromVariant(variant.default ?? variant);

parentPort.on("message", async ({ code, given, limits }) => {
  const quickjs = await ready;
  parentPort.postMessage({ begun: true });
  parentPort.postMessage(run(quickjs, code, given, limits));
});

function run(quickjs, code, given, { milliseconds, memory, stack, answer }) {
  const runtime = quickjs.newRuntime();
  const end = Date.now() + milliseconds;
  let isLate = false;
  runtime.setMemoryLimit(memory);
  runtime.setMaxStackSize(stack);
  runtime.setInterruptHandler(() => (isLate = Date.now() > end));
  const context = runtime.newContext();
  const handles = [];
  let said;
  const done = (result) => {
    if (result.error) {
      const error = context.dump(result.error);
      result.error.dispose();
      throw { said: error && error.message ? error.name + ": " + error.message : String(error) };
    }
    if (result.value && result.value.dispose) handles.push(result.value);
    return result.value;
  };
  const textOf = (holder, name) => {
    const handle = context.getProp(holder, name);
    handles.push(handle);
    return context.typeof(handle) === "string" ? context.getString(handle) : null;
  };
  try {
    said = saidBy();
  } catch (error) {
    // Whatever else escapes ends the thread, and the next code gets a new one.
    if (!isLate && (!error || error.said === undefined)) throw error;
    said = isLate ? { late: true } : { error: error.said.slice(0, 2000) };
  }
  try {
    for (const handle of handles) if (handle.alive) handle.dispose();
    context.dispose();
    runtime.dispose();
    return said;
  } catch {
    // A machine that was stopped in the middle cannot always be tidied; then nothing of it is used again.
    return { ...said, spent: true };
  }

  function saidBy() {
    done(context.evalCode(${JSON.stringify(prelude)}, "prelude.js"));
    const call = done(context.evalCode(${JSON.stringify(call)}, "call.js"));
    done(context.evalCode(code, "template.js"));
    const argument = context.newString(given);
    handles.push(argument);
    const state = done(context.callFunction(call, context.undefined, argument));
    while (runtime.hasPendingJob()) {
      if (Date.now() > end) isLate = true;
      if (isLate) return { late: true };
      done(runtime.executePendingJobs(100));
    }
    if (isLate) return { late: true };
    const missing = context.getProp(state, "missing");
    handles.push(missing);
    if (context.typeof(missing) !== "undefined") return { missing: true };
    const error = textOf(state, "error");
    if (error !== null) return { error: error.slice(0, 2000) };
    const text = textOf(state, "answer");
    if (text === null) return { pending: true };
    return text.length > answer ? { long: text.length } : { answer: text };
  }
}
`;

// The program of the threads that run customers' code. It is a text, so that no bundler or compiler of the server
// changes it. It loads what it needs from the paths in `workerData`.

/**
 * Runs before anything else and removes clock and randomness, so that the same inputs give the same score. The
 * language's own Date is out of reach: the one that code sees does not inherit from it, and constructs every date.
 */
const prelude = `
delete globalThis.performance;
Math.random = () => { throw new Error("Random numbers are not available here."); };
{
  const RealDate = Date;
  const { construct } = Reflect;
  const noClock = () => { throw new Error("The current time is not available here. Pass a date."); };
  globalThis.Date = function Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined || arguments.length === 0) noClock();
    return construct(RealDate, arguments, new.target);
  };
  const own = { now: noClock, parse: RealDate.parse, UTC: RealDate.UTC, prototype: RealDate.prototype };
  for (const name of Object.keys(own)) {
    Object.defineProperty(Date, name, { value: own[name], writable: name !== "prototype", enumerable: false });
  }
  RealDate.prototype.constructor = Date;
}`;

/**
 * `call` calls the function with copies of its inputs. It returns JSON; a number that JSON lacks becomes its name.
 * `describe` turns an error into text. Both limit what leaves the engine. They are made before the code is read, so
 * that the code cannot replace the functions they use.
 */
const tools = `(({ stringify, parse }, slice) => {
  const finite = (name, value) => typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  const describe = (error) => slice(error instanceof Error ? error.name + ": " + error.message : String(error), 0, 2000);
  const call = (parcel, most) => {
    if (typeof evaluate !== "function") return { __proto__: null, missing: true };
    const state = { __proto__: null };
    const { inputs, params } = parse(parcel);
    const settle = (value) => {
      const answer = stringify({ answer: value }, finite);
      if (answer.length > most) state.long = answer.length;
      else state.answer = answer;
    };
    const fail = (error) => { state.error = describe(error); };
    try {
      const answer = evaluate(inputs, params);
      if (answer instanceof Promise) answer.then(settle).catch(fail);
      else settle(answer);
    } catch (error) { fail(error); }
    return state;
  };
  return { __proto__: null, call, describe };
})(JSON, Function.prototype.call.bind(String.prototype.slice))`;

export const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { newQuickJSWASMModuleFromVariant, newVariant } = require(workerData.core);
const variant = require(workerData.variant);
// The engine asks for 16 MB at first and grows to the maximum. Beyond that it is out of memory.
const PAGE = 65536;
const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: workerData.memory / PAGE });
const ready = newQuickJSWASMModuleFromVariant(newVariant(variant.default ?? variant, { wasmMemory }));

parentPort.on("message", async ({ code, parcel, limits }) => {
  const quickjs = await ready;
  parentPort.postMessage({ begun: true });
  const report = run(quickjs, code, parcel, limits);
  // WebAssembly memory never shrinks, so a thread that has much of it is not reused.
  const isLarge = wasmMemory.buffer.byteLength > workerData.memory / 2;
  parentPort.postMessage(isLarge ? { ...report, spent: true } : report);
});

function run(quickjs, code, parcel, { milliseconds, stack, answer }) {
  const runtime = quickjs.newRuntime();
  const end = Date.now() + milliseconds;
  let isLate = false;
  runtime.setMaxStackSize(stack);
  runtime.setInterruptHandler(() => (isLate = Date.now() > end));
  const context = runtime.newContext();
  const handles = [];
  const kept = (handle) => {
    handles.push(handle);
    return handle;
  };
  let describe;
  let report;
  const done = (result) => {
    if (!result.error) return result.value && result.value.dispose ? kept(result.value) : result.value;
    const described = describe && context.callFunction(describe, context.undefined, kept(result.error));
    const isText = described && !described.error && context.typeof(kept(described.value)) === "string";
    throw { reason: isText ? context.getString(described.value) : "its error cannot be read." };
  };
  const memberOf = (holder, name) => kept(context.getProp(holder, name));
  try {
    report = reportOf();
  } catch (error) {
    // Anything else that escapes ends the thread, and the next code gets a new one.
    if (!isLate && (!error || error.reason === undefined)) throw error;
    report = isLate ? { late: true } : { error: error.reason };
  }
  try {
    for (const handle of handles) if (handle.alive) handle.dispose();
    context.dispose();
    runtime.dispose();
    return report;
  } catch {
    // A machine that was stopped midway cannot always be cleaned up. Then nothing of it is used again.
    return { ...report, spent: true };
  }

  function reportOf() {
    done(context.evalCode(${JSON.stringify(prelude)}, "prelude.js"));
    const tools = done(context.evalCode(${JSON.stringify(tools)}, "tools.js"));
    describe = memberOf(tools, "describe");
    done(context.evalCode(code, "template.js"));
    const [text, most] = [kept(context.newString(parcel)), kept(context.newNumber(answer))];
    const state = done(context.callFunction(memberOf(tools, "call"), context.undefined, text, most));
    while (runtime.hasPendingJob()) {
      if (Date.now() > end) isLate = true;
      if (isLate) return { late: true };
      done(runtime.executePendingJobs(100));
    }
    if (isLate) return { late: true };
    const [missing, error, long, settled] = ["missing", "error", "long", "answer"].map((name) => {
      const member = memberOf(state, name);
      return context.typeof(member) === "undefined" ? undefined : context.dump(member);
    });
    if (missing) return { missing };
    if (error !== undefined) return { error };
    if (long !== undefined) return { long };
    return settled === undefined ? { pending: true } : { answer: settled };
  }
}
`;

// One Lua state for all scripts of an engine: compiled once each, run to the end one at a time.
import { sha1 } from "../byte-string";
import { RedisError, type Reply } from "../engine";
import { CjsonError, pushCjson } from "./cjson";
import { type LuaState, lauxlib, lua, lualib } from "./fengari";
import { prelude } from "./lua-prelude";
import { byteString, luaString, popReply, pushError, pushList, pushReply, pushStatus, pushString } from "./lua-values";

const instructionsBetweenLooks = 100_000;

/** A compiled script; only the runtime that made it can run it. */
export type Script = number & { readonly script: unique symbol };

const names = { keys: luaString("KEYS"), args: luaString("ARGV"), chunk: luaString("@user_script") };

export class LuaRuntime {
  readonly #state: LuaState = lauxlib.luaL_newstate();
  readonly #longestRunMs: number;
  #execute: (command: string[]) => Reply = () => null;
  #deadline = Infinity;

  /** A script in an endless loop would hold up the whole process: after `longestRunMs` it fails, whatever it has done. */
  constructor(longestRunMs = 5000) {
    this.#longestRunMs = longestRunMs;
    const state = this.#state;
    // No coroutines: an error caught inside one leaves its hooks off, and with them the limit on running time.
    for (const [name, open] of [
      ["_G", lualib.luaopen_base],
      ["table", lualib.luaopen_table],
      ["string", lualib.luaopen_string],
      ["math", lualib.luaopen_math],
    ] as const) {
      lauxlib.luaL_requiref(state, luaString(name), open, 1);
      if (name === "math") this.#addFunctions(mathFunctions);
    }
    lua.lua_createtable(state, 0, 8);
    this.#addFunctions({ ...replyFunctions, call: this.#call(true), pcall: this.#call(false) });
    lua.lua_setglobal(state, luaString("redis"));
    pushCjson(state, guarded);
    lua.lua_setglobal(state, luaString("cjson"));
    this.run(this.compile(prelude), [], [], () => null);
  }

  compile(source: string): Script {
    const status = lauxlib.luaL_loadbuffer(this.#state, luaString(source), source.length, names.chunk);
    if (status !== lua.LUA_OK)
      throw new RedisError(`ERR Error compiling script (new function): ${this.#takeMessage()}`);
    // Safe because the number that luaL_ref returns is made into a Script here and nowhere else.
    return lauxlib.luaL_ref(this.#state, lua.LUA_REGISTRYINDEX) as Script;
  }

  forget(script: Script): void {
    lauxlib.luaL_unref(this.#state, lua.LUA_REGISTRYINDEX, script);
  }

  /** Runs a script; what it does through `redis.call` goes to `execute`. Throws a RedisError when the script fails. */
  run(script: Script, keys: readonly string[], args: readonly string[], execute: (command: string[]) => Reply): Reply {
    const state = this.#state;
    this.#execute = execute;
    this.#deadline = Date.now() + this.#longestRunMs;
    this.#lookEvery(state, instructionsBetweenLooks);
    pushList(state, keys, pushString);
    lua.lua_setglobal(state, names.keys);
    pushList(state, args, pushString);
    lua.lua_setglobal(state, names.args);
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, script);
    try {
      if (lua.lua_pcall(state, 0, 1, 0) !== lua.LUA_OK) throw this.#failure();
      return popReply(state);
    } finally {
      lua.lua_settop(state, 0);
    }
  }

  /** A raised table carries a reply of Redis; a raised text is the script's own. */
  #failure(): RedisError {
    if (lua.lua_type(this.#state, -1) !== lua.LUA_TTABLE) return new RedisError(`ERR ${this.#takeMessage()}`);
    const reply = popReply(this.#state);
    return reply instanceof RedisError ? reply : new RedisError("ERR unknown error raised by the script");
  }

  #takeMessage(): string {
    const isText = lua.lua_gettop(this.#state) > 0 && lua.lua_type(this.#state, -1) === lua.LUA_TSTRING;
    const reply = isText ? popReply(this.#state) : null;
    return typeof reply === "string" ? reply : "the script failed";
  }

  /** Fails the script once its time is up, and from then on at every instruction, lest it catch the error and go on. */
  #interrupt(running: LuaState): void {
    if (Date.now() < this.#deadline) return;
    this.#lookEvery(running, 1);
    pushString(running, `the script ran longer than ${this.#longestRunMs} ms`);
    lua.lua_error(running);
  }

  #lookEvery(state: LuaState, instructions: number): void {
    lua.lua_sethook(state, (running) => this.#interrupt(running), lua.LUA_MASKCOUNT, instructions);
  }

  /** `redis.call` raises what Redis refuses; `redis.pcall` returns it. */
  #call(raises: boolean) {
    return (state: LuaState): number => {
      const command = commandFrom(state);
      const reply = command instanceof RedisError ? command : this.#execute(command);
      pushReply(state, reply);
      return raises && reply instanceof RedisError ? lua.lua_error(state) : 1;
    };
  }

  /** Adds functions to the table on top of the stack. */
  #addFunctions(functions: Readonly<Record<string, (state: LuaState) => number>>): void {
    for (const [name, run] of Object.entries(functions)) {
      lua.lua_pushcfunction(this.#state, run);
      lua.lua_setfield(this.#state, -2, luaString(name));
    }
  }
}

function commandFrom(state: LuaState): string[] | RedisError {
  const command: string[] = [];
  const count = lua.lua_gettop(state);
  if (count === 0) return new RedisError("ERR Please specify at least one argument for this redis.call() call");
  for (let index = 1; index <= count; index += 1) {
    const type = lua.lua_type(state, index);
    if (type === lua.LUA_TNUMBER) command.push(numberText(lua.lua_tonumber(state, index)));
    else if (type === lua.LUA_TSTRING) command.push(byteString(lua.lua_tostring(state, index) ?? new Uint8Array()));
    else return new RedisError("ERR Lua redis lib command arguments must be strings or integers");
  }
  return command;
}

/** Whole numbers in full, for they may be money or instants; JavaScript itself turns to exponents at 1e21. */
const numberText = (value: number): string => (Object.is(value, -0) ? "0" : String(value));

/** Makes an exception of ours an error that the script can catch. */
const guarded =
  (run: (state: LuaState) => void) =>
  (state: LuaState): number => {
    try {
      run(state);
      return 1;
    } catch (error) {
      if (!(error instanceof CjsonError)) throw error;
      pushString(state, error.message);
    }
    return lua.lua_error(state);
  };

/** A function of one string, as `redis.error_reply` and its neighbours are. */
const ofText =
  (push: (state: LuaState, text: string) => void) =>
  (state: LuaState): number => {
    const text = lua.lua_gettop(state) === 1 ? lua.lua_tostring(state, 1) : null;
    if (text === null) pushError(state, "ERR wrong number or type of arguments");
    else push(state, byteString(text));
    return 1;
  };

const replyFunctions = {
  error_reply: ofText((state, text) => pushError(state, text.replace(/^-/, ""))),
  status_reply: ofText(pushStatus),
  sha1hex: ofText((state, text) => pushString(state, sha1(text))),
  digits: (state: LuaState): number => {
    const text = byteString(lua.lua_tostring(state, 1) ?? new Uint8Array()).trim();
    const value = Number.parseInt(text, lauxlib.luaL_checknumber(state, 2));
    if (Number.isNaN(value)) lua.lua_pushnil(state);
    else lua.lua_pushnumber(state, value);
    return 1;
  },
};

const ofNumber =
  (compute: (value: number) => number) =>
  (state: LuaState): number => {
    lua.lua_pushnumber(state, compute(lauxlib.luaL_checknumber(state, 1)));
    return 1;
  };

const mathFunctions = { floor: ofNumber(Math.floor), ceil: ofNumber(Math.ceil), truncate: ofNumber(Math.trunc) };

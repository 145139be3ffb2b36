// EVAL and EVALSHA by a Lua interpreter: for the tests that compare a script's Lua with its function.
import { createHash } from "node:crypto";
import { RedisError, type Reply } from "@/lib/redis/engine";
import { type CommandEntry, type CommandTable, dataCommands } from "../commands";
import type { Keyspace } from "../keyspace";
import { type LuaState, lauxlib, lua, lualib, luaString } from "./fengari";

/** Commands that only scripts call. */
const scriptedCommands: CommandTable = {
  incrby: { least: 2, most: 2, run: (keyspace, key = "", amount = "") => keyspace.increment(key, amount) },
};
const callable = new Map<string, CommandEntry>(Object.entries({ ...dataCommands, ...scriptedCommands }));

export function luaScripting(): CommandTable {
  const runtime = new LuaRuntime();
  const compiled = new Map<string, number>();
  const run = (keyspace: Keyspace, script: number, keyCount: string, rest: string[]): Reply =>
    runtime.run(script, keyspace, rest.slice(0, Number(keyCount)), rest.slice(Number(keyCount)));
  return {
    eval: {
      least: 2,
      most: Infinity,
      run(keyspace, source = "", keyCount = "", ...rest) {
        const script = runtime.compile(source);
        compiled.set(createHash("sha1").update(source).digest("hex"), script);
        return run(keyspace, script, keyCount, rest);
      },
    },
    evalsha: {
      least: 2,
      most: Infinity,
      run(keyspace, hash = "", keyCount = "", ...rest) {
        const script = compiled.get(hash);
        if (script === undefined) throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
        return run(keyspace, script, keyCount, rest);
      },
    },
  };
}

/** What cjson makes of null: a value unlike every other. */
const nullMark = {};

class LuaRuntime {
  readonly #state = lauxlib.luaL_newstate();
  #keyspace: Keyspace | undefined;

  constructor() {
    const state = this.#state;
    lualib.luaL_openlibs(state);
    addLibrary(state, "redis", "call", () => pushReply(state, this.#call()));
    addLibrary(state, "cjson", "decode", () => pushJson(state, JSON.parse(lua.lua_tojsstring(state, 1))));
  }

  compile(source: string): number {
    if (lauxlib.luaL_loadstring(this.#state, luaString(source)) !== lua.LUA_OK) throw this.#failure();
    return lauxlib.luaL_ref(this.#state, lua.LUA_REGISTRYINDEX);
  }

  run(script: number, keyspace: Keyspace, keys: readonly string[], args: readonly string[]): Reply {
    const state = this.#state;
    this.#keyspace = keyspace;
    pushReply(state, keys);
    lua.lua_setglobal(state, luaString("KEYS"));
    pushReply(state, args);
    lua.lua_setglobal(state, luaString("ARGV"));
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, script);
    try {
      if (lua.lua_pcall(state, 0, 1, 0) !== lua.LUA_OK) throw this.#failure();
      return popReply(state);
    } finally {
      lua.lua_settop(state, 0);
    }
  }

  #call(): Reply {
    const state = this.#state;
    const [name = "", ...args] = Array.from({ length: lua.lua_gettop(state) }, (_, index) =>
      lua.lua_type(state, index + 1) === lua.LUA_TNUMBER
        ? String(lua.lua_tonumber(state, index + 1))
        : lua.lua_tojsstring(state, index + 1),
    );
    const entry = callable.get(name.toLowerCase());
    if (!entry || !this.#keyspace) throw new RedisError(`ERR unknown command '${name}'`);
    return entry.run(this.#keyspace, ...args);
  }

  #failure(): RedisError {
    const message = lua.lua_tojsstring(this.#state, -1);
    return new RedisError(/^[A-Z]+ /.test(message) ? message : `ERR ${message}`);
  }
}

/** A global table with one function, which leaves its result on the stack; a RedisError becomes an error of Lua's. */
function addLibrary(state: LuaState, library: string, name: string, run: () => void): void {
  lua.lua_createtable(state, 0, 1);
  lua.lua_pushcfunction(state, () => {
    try {
      run();
      return 1;
    } catch (error) {
      lua.lua_pushstring(state, luaString(error instanceof Error ? error.message : String(error)));
    }
    return lua.lua_error(state);
  });
  lua.lua_setfield(state, -2, luaString(name));
  lua.lua_setglobal(state, luaString(library));
}

function pushReply(state: LuaState, reply: Reply): void {
  if (typeof reply === "string") lua.lua_pushstring(state, luaString(reply));
  else if (typeof reply === "number") lua.lua_pushnumber(state, reply);
  else if (reply === null) lua.lua_pushboolean(state, false);
  else if (reply instanceof RedisError) throw reply;
  else {
    lua.lua_createtable(state, reply.length, 0);
    for (const [index, item] of reply.entries()) {
      pushReply(state, item);
      lua.lua_rawseti(state, -2, index + 1);
    }
  }
}

/** Takes the value on top of the stack off it: nil and false are null, numbers lose their fraction, a table is a list. */
function popReply(state: LuaState): Reply {
  const type = lua.lua_type(state, -1);
  let reply: Reply = null;
  if (type === lua.LUA_TSTRING) reply = lua.lua_tojsstring(state, -1);
  else if (type === lua.LUA_TNUMBER) reply = Math.trunc(lua.lua_tonumber(state, -1));
  else if (type === lua.LUA_TBOOLEAN) reply = lua.lua_toboolean(state, -1) ? 1 : null;
  else if (type === lua.LUA_TTABLE) reply = listOn(state);
  lua.lua_pop(state, 1);
  return reply;
}

/** A table up to its first nil. */
function listOn(state: LuaState): Reply[] {
  const list: Reply[] = [];
  for (let index = 1; lua.lua_rawgeti(state, -1, index) > 0; index += 1) list.push(popReply(state));
  lua.lua_pop(state, 1);
  return list;
}

function pushJson(state: LuaState, value: unknown): void {
  if (typeof value === "string") lua.lua_pushstring(state, luaString(value));
  else if (typeof value === "number") lua.lua_pushnumber(state, value);
  else if (typeof value === "boolean") lua.lua_pushboolean(state, value);
  else if (typeof value !== "object" || value === null) lua.lua_pushlightuserdata(state, nullMark);
  else {
    lua.lua_createtable(state, 0, 0);
    for (const [name, entry] of Object.entries(value)) {
      if (Array.isArray(value)) lua.lua_pushnumber(state, Number(name) + 1);
      else lua.lua_pushstring(state, luaString(name));
      pushJson(state, entry);
      lua.lua_rawset(state, -3);
    }
  }
}

// Values across the border between Redis and Lua, by Redis's rules: nil and false are null, numbers lose their fraction,
// a table with `ok` or `err` is a status or an error, any other table is a list up to its first nil.
import { fromBuffer } from "../byte-string";
import { RedisError, type Reply, Status } from "../engine";
import { type LuaState, lauxlib, lua } from "./fengari";

export function luaString(bytes: string): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) result[index] = bytes.charCodeAt(index);
  return result;
}

export function byteString(value: Uint8Array): string {
  if (value.length > 64) return fromBuffer(Buffer.from(value.buffer, value.byteOffset, value.length));
  let result = "";
  for (const byte of value) result += String.fromCharCode(byte);
  return result;
}

export function pushString(state: LuaState, bytes: string): void {
  lua.lua_pushlstring(state, luaString(bytes), bytes.length);
}

function pushField(state: LuaState, name: string, text: string): void {
  lua.lua_createtable(state, 0, 1);
  pushString(state, text);
  lua.lua_setfield(state, -2, luaString(name));
}

export function pushStatus(state: LuaState, text: string): void {
  pushField(state, "ok", text);
}

export function pushError(state: LuaState, message: string): void {
  pushField(state, "err", message);
}

export function pushList<Item>(
  state: LuaState,
  items: readonly Item[],
  push: (state: LuaState, item: Item) => void,
): void {
  lauxlib.luaL_checkstack(state, 4, null);
  lua.lua_createtable(state, items.length, 0);
  items.forEach((item, index) => {
    push(state, item);
    lua.lua_rawseti(state, -2, index + 1);
  });
}

export function pushReply(state: LuaState, reply: Reply): void {
  if (typeof reply === "string") pushString(state, reply);
  else if (typeof reply === "number") lua.lua_pushnumber(state, reply);
  else if (reply === null) lua.lua_pushboolean(state, false);
  else if (reply instanceof Status) pushStatus(state, reply.text);
  else if (reply instanceof RedisError) pushError(state, reply.message);
  else pushList(state, reply, pushReply);
}

/** The string field of the table on top of the stack, if it has one. */
function stringField(state: LuaState, name: string): string | undefined {
  pushString(state, name);
  lua.lua_rawget(state, -2);
  const text = lua.lua_type(state, -1) === lua.LUA_TSTRING ? lua.lua_tostring(state, -1) : null;
  lua.lua_pop(state, 1);
  return text === null ? undefined : byteString(text);
}

/** Takes the value on top of the stack off it. */
export function popReply(state: LuaState): Reply {
  const reply = topReply(state);
  lua.lua_pop(state, 1);
  return reply;
}

function topReply(state: LuaState): Reply {
  switch (lua.lua_type(state, -1)) {
    case lua.LUA_TSTRING:
      return byteString(lua.lua_tostring(state, -1) ?? new Uint8Array());
    case lua.LUA_TNUMBER:
      return wholeNumber(lua.lua_tonumber(state, -1));
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, -1) ? 1 : null;
    case lua.LUA_TTABLE:
      return tableReply(state);
    default:
      return null;
  }
}

/** NaN and the infinities have no integer; Redis answers its smallest one, we answer the nearest safe number. */
function wholeNumber(value: number): number {
  if (Number.isNaN(value)) return Number.MIN_SAFE_INTEGER;
  const whole = Math.trunc(value) + 0;
  return Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

const deepest = 1000;

function tableReply(state: LuaState): Reply {
  if (lua.lua_gettop(state) > deepest) throw new RedisError("ERR reached lua stack limit");
  lauxlib.luaL_checkstack(state, 4, null);
  const error = stringField(state, "err");
  if (error !== undefined) return new RedisError(error);
  const status = stringField(state, "ok");
  if (status !== undefined) return new Status(status);
  const list: Reply[] = [];
  for (let index = 1; ; index += 1) {
    lua.lua_rawgeti(state, -1, index);
    const isEnd = lua.lua_type(state, -1) <= 0;
    if (isEnd) {
      lua.lua_pop(state, 1);
      return list;
    }
    list.push(popReply(state));
  }
}

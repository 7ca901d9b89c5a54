-- The sandbox: what a script finds instead of Lua's own functions where those would reach the host, run without end
-- inside C code, or catch the error that stops the run.
--
-- Runs once in each VM, before anything else, and gets the natives of runtime/src/lua/sandbox.rs.
local native = ...
local check_stop, is_stopped = native.check_stop, native.is_stopped
local error, type, select, rawget, tostring = error, type, select, rawget, tostring
local concat, pack, unpack, to_integer = table.concat, table.pack, table.unpack, math.tointeger

-- More source than this is not a script. The parser runs in C, where nothing can stop it.
local MOST_SOURCE = 1024 * 1024
-- The longest run of elements that one call may move: the loop runs in C.
local MOST_MOVED = 1000000
local LONGEST_LIST = 10 * MOST_MOVED

local raw_pcall, raw_xpcall = pcall, xpcall

-- Passes values on, unless the run is to stop.
local function settle(...)
  check_stop()
  return ...
end

function pcall(f, ...)
  return settle(raw_pcall(f, ...))
end

-- A message handler that an error of the stop hook calls runs with hooks off: a loop in it could not be stopped.
function xpcall(f, handler, ...)
  return settle(raw_xpcall(f, function(problem)
    if is_stopped() then
      return problem
    end
    return handler(problem)
  end, ...))
end

local raw_resume, raw_wrap, raw_close = coroutine.resume, coroutine.wrap, coroutine.close

function coroutine.resume(co, ...)
  return settle(raw_resume(co, ...))
end

function coroutine.wrap(body)
  local resume = raw_wrap(body)
  return function(...)
    return settle(resume(...))
  end
end

function coroutine.close(co)
  return settle(raw_close(co))
end

-- Metatables. The interpreter calls `__close` with hooks off when the stop hook raises in the function that holds the
-- variable, so what a script puts there has to look whether the run is to stop. A script could put it there after
-- setmetatable; therefore the interpreter is given a shadow of each metatable, made anew with every setmetatable,
-- and the script never gets hold of the shadow. `__gc` is left out: finalizers run at a moment of the collector's
-- choosing, also while the VM is being closed.
local METAMETHODS = {
  "__add", "__band", "__bnot", "__bor", "__bxor", "__call", "__concat", "__div", "__eq", "__idiv", "__index", "__le",
  "__len", "__lt", "__metatable", "__mod", "__mode", "__mul", "__name", "__newindex", "__pairs", "__pow", "__shl",
  "__shr", "__sub", "__tostring", "__unm",
}
local raw_getmetatable, raw_setmetatable = getmetatable, setmetatable
local shadows = raw_setmetatable({}, { __mode = "k" })
local originals = raw_setmetatable({}, { __mode = "kv" })

local function guarded(close)
  return close and function(...)
    if not is_stopped() then
      return close(...)
    end
  end
end

local function shadow_of(metatable)
  local shadow = shadows[metatable]
  if shadow == nil then
    shadow = {}
    shadows[metatable], originals[shadow] = shadow, metatable
  end
  for i = 1, #METAMETHODS do
    local name = METAMETHODS[i]
    shadow[name] = rawget(metatable, name)
  end
  shadow.__close = guarded(rawget(metatable, "__close"))
  return shadow
end

function setmetatable(object, metatable)
  if type(metatable) ~= "table" then
    return raw_setmetatable(object, metatable)
  end
  if rawget(metatable, "__gc") ~= nil then
    error("__gc is not available; use a <close> variable", 2)
  end
  return raw_setmetatable(object, shadow_of(metatable))
end

function getmetatable(object)
  local metatable = raw_getmetatable(object)
  return originals[metatable] or metatable
end

-- Source as text only: bytecode can do anything to the interpreter.
local raw_load = load
function load(chunk, name, mode, ...)
  if mode ~= nil and not tostring(mode):find("t", 1, true) then
    error("only text can be loaded, not bytecode", 2)
  end
  if type(chunk) == "function" then
    local pieces, size = {}, 0
    for piece in chunk do
      if type(piece) ~= "string" or piece == "" then
        break
      end
      size = size + #piece
      if size > MOST_SOURCE then
        error("the source is too long", 2)
      end
      pieces[#pieces + 1] = piece
    end
    chunk = concat(pieces)
  end
  if type(chunk) == "string" and #chunk > MOST_SOURCE then
    error("the source is too long", 2)
  end
  if select("#", ...) > 0 then
    return raw_load(chunk, name, "t", (...))
  end
  return raw_load(chunk, name, "t")
end

dofile, loadfile, warn = nil, nil, nil
string.dump = nil

local count_memory = collectgarbage
function collectgarbage(what)
  if what ~= "count" then
    error("only collectgarbage('count') is available", 2)
  end
  return count_memory("count")
end

-- Pattern matching in Lua's C library cannot be stopped; the natives of the same names count their steps.
local function unwrap(ok, ...)
  if not ok then
    error((...), 2)
  end
  return ...
end

function string.find(...)
  return unwrap(native.find(...))
end

function string.match(...)
  return unwrap(native.match(...))
end

-- An error that passes through a native arrives as text, and one that a script raises may be a table: it is kept here
-- and goes round the native.
function string.gsub(subject, pattern, replacement, ...)
  if type(replacement) ~= "function" and type(replacement) ~= "table" then
    return unwrap(native.gsub(subject, pattern, replacement, ...))
  end
  local failed, problem = false, nil
  local function replace(...)
    local ok, result
    if type(replacement) == "table" then
      ok, result = raw_pcall(function(key)
        return replacement[key]
      end, (...))
    else
      ok, result = raw_pcall(replacement, ...)
    end
    if not ok then
      failed, problem = true, result
      error("the replacement failed")
    end
    return result
  end
  local results = pack(raw_pcall(native.gsub, subject, pattern, replace, ...))
  check_stop()
  if failed then
    error(problem, 0)
  end
  if not results[1] then
    error(results[2], 0)
  end
  return unwrap(unpack(results, 2, results.n))
end

function string.gmatch(...)
  local step = unwrap(native.gmatch(...))
  return function()
    return unwrap(step())
  end
end

local raw_rep = string.rep
function string.rep(s, n, separator)
  -- Repeating nothing takes no memory and no end.
  if s == "" and (separator == nil or separator == "") then
    return ""
  end
  return raw_rep(s, n, separator)
end

-- Functions that may copy megabytes in one call look whether the run is to stop: in a loop around one of them the hook,
-- which counts instructions, would come late.
local COPYING = {
  [string] = { "byte", "format", "lower", "pack", "rep", "reverse", "unpack", "upper" },
  [table] = { "unpack" },
  [utf8] = { "codepoint", "len", "offset" },
  -- A number may be written with a hundred million digits.
  [_G] = { "tonumber" },
}
for library, names in next, COPYING do
  for i = 1, #names do
    local raw = library[names[i]]
    library[names[i]] = function(...)
      check_stop()
      return raw(...)
    end
  end
end

-- Methods of strings come from a copy that a script cannot replace: the standard library calls them too.
local methods = {}
for name, f in next, string do
  methods[name] = f
end
local string_metatable = raw_getmetatable("")
string_metatable.__index = methods
string_metatable.__metatable = false

-- Loops over a list run in C. Over one with a metatable they would run without end: its length and its elements are
-- whatever its metatable says, each time that they are asked for. Those lists are gone through here, in Lua; plain ones
-- are only held to a length.
local raw_concat, raw_move, raw_insert = table.concat, table.move, table.insert
local raw_remove, raw_sort = table.remove, table.sort

local function is_plain(list)
  return type(list) ~= "table" or raw_getmetatable(list) == nil
end

local function check_length(list, what)
  check_stop()
  if type(list) == "table" and #list > LONGEST_LIST then
    error("the list is too long to " .. what, 3)
  end
end

-- What C takes for an integer: also 3.0 and "3".
local function integer(value, number, name)
  local found = to_integer(value)
  if found == nil then
    error(("bad argument #%d to '%s' (integer expected)"):format(number, name), 3)
  end
  return found
end

function table.concat(list, separator, first, last)
  check_stop()
  if is_plain(list) then
    return raw_concat(list, separator, first, last)
  end
  local parts = {}
  first, last = integer(first or 1, 3, "concat"), integer(last or #list, 4, "concat")
  for i = first, last do
    local part = list[i]
    if part == nil then
      break
    end
    parts[i - first + 1] = part
  end
  return raw_concat(parts, separator, 1, last - first + 1)
end

function table.move(from, first, last, at, ...)
  check_stop()
  first, last, at = integer(first, 2, "move"), integer(last, 3, "move"), integer(at, 4, "move")
  if last >= first and (last - first < 0 or last - first > MOST_MOVED) then
    error("table.move moves at most " .. MOST_MOVED .. " elements", 2)
  end
  return raw_move(from, first, last, at, ...)
end

function table.insert(list, ...)
  if is_plain(list) then
    check_length(list, "insert into")
    return raw_insert(list, ...)
  end
  local at, value = #list + 1, ...
  if select("#", ...) == 2 then
    local length = at
    at, value = integer((...), 2, "insert"), select(2, ...)
    if at < 1 or at > length then
      error("bad argument #2 to 'insert' (position out of bounds)", 2)
    end
    for i = length, at + 1, -1 do
      list[i] = list[i - 1]
    end
  elseif select("#", ...) ~= 1 then
    error("wrong number of arguments to 'insert'", 2)
  end
  list[at] = value
end

function table.remove(list, ...)
  if is_plain(list) then
    check_length(list, "remove from")
    return raw_remove(list, ...)
  end
  local length = #list
  local at = length
  if select("#", ...) > 0 then
    at = integer((...), 2, "remove")
    if at ~= length and (at < 1 or at > length + 1) then
      error("bad argument #2 to 'remove' (position out of bounds)", 2)
    end
  end
  local removed = list[at]
  for i = at, length - 1 do
    list[i] = list[i + 1]
  end
  list[at > length and at or length] = nil
  return removed
end

-- With a comparison written in Lua a sort can be stopped.
function table.sort(list, less)
  if less ~= nil and type(less) ~= "function" then
    error("bad argument #2 to 'sort' (function expected, got " .. type(less) .. ")", 2)
  end
  check_length(list, "sort")
  return raw_sort(list, less and function(a, b)
    return less(a, b)
  end or function(a, b)
    return a < b
  end)
end

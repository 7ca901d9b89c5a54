-- The sandbox: what a script finds instead of Lua's own functions where those would reach the host, run without end
-- inside C code, or catch the error that stops the run.
--
-- Runs once in each VM, before anything else, and gets the natives of runtime/src/lua/sandbox.rs.
local native = ...
local check_stop, is_stopped = native.check_stop, native.is_stopped
local error, type, select, rawget, tostring = error, type, select, rawget, tostring

-- More source than this is not a script. The parser runs in C, where nothing can stop it.
local MOST_SOURCE = 1024 * 1024
-- The longest run of elements that one call may move: the loop runs in C.
local MOST_MOVED = 1000000

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
    chunk = table.concat(pieces)
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

function string.gsub(...)
  return unwrap(native.gsub(...))
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
  [table] = { "concat", "unpack" },
  [utf8] = { "codepoint", "len", "offset" },
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

local raw_move, raw_insert, raw_remove, raw_sort = table.move, table.insert, table.remove, table.sort

local function check_length(list, what)
  if type(list) == "table" and #list > MOST_MOVED * 10 then
    error("the list is too long to " .. what, 3)
  end
end

function table.move(from, first, last, ...)
  if math.type(first) == "integer" and math.type(last) == "integer" and last > first then
    local length = last - first
    if length < 0 or length > MOST_MOVED then
      error("table.move moves at most " .. MOST_MOVED .. " elements", 2)
    end
  end
  return raw_move(from, first, last, ...)
end

function table.insert(list, ...)
  check_length(list, "insert into")
  return raw_insert(list, ...)
end

function table.remove(list, ...)
  check_length(list, "remove from")
  return raw_remove(list, ...)
end

-- With a comparison written in Lua a sort can be stopped.
function table.sort(list, less)
  return raw_sort(list, less or function(a, b)
    return a < b
  end)
end

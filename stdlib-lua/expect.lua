-- Checks: what a recipe claims, proved or said loudly. They fail at once; to wait for something use mac.screen.wait_*.
local internals = _G["mac-control internals"]
local host, raise = internals.host, internals.raise
local pcall, tostring, type, next = pcall, tostring, type, next

local expect = {}

local function shown(value)
  if type(value) == "string" or type(value) == "table" then
    return host.summary(value)
  end
  return tostring(value)
end

local function fail(what, message)
  raise({ code = "script", message = what .. ": " .. message, details = {} })
end

-- Whether two values are the same, tables field by field.
local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  for key, value in next, a do
    if not same(value, b[key]) then
      return false
    end
  end
  for key in next, b do
    if a[key] == nil then
      return false
    end
  end
  return true
end

-- `got` must be the same as `wanted`. Returns it.
function expect.equal(got, wanted, what)
  if not same(got, wanted) then
    fail(what or "values differ", ("expected %s, got %s"):format(shown(wanted), shown(got)))
  end
  return got
end

-- `got` must be true, or anything that counts as true. Returns it.
function expect.that(got, what)
  if not got then
    fail(what or "a check failed", ("expected something true, got %s"):format(shown(got)))
  end
  return got
end

-- `body` must fail with this error code. Returns the error.
function expect.fails(code, body, what)
  local ok, problem = pcall(body)
  if ok then
    fail(what or "a call succeeded", ("expected the error %s"):format(code))
  end
  if type(problem) ~= "table" or problem.code ~= code then
    fail(what or "another error", ("expected the error %s, got %s"):format(code, tostring(problem)))
  end
  return problem
end

return expect

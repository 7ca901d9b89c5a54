-- The tour: everything that a recipe is made of, on a Macintosh with the Empty Trash alert on its screen.
--
-- It answers the alert by the text of its buttons, proves what came of it on the disk, and moves a file with both forks
-- there and back. On a guest where the alert is not up it begins by choosing it from the menu.

local QUESTION = "Are you sure"
local EMPTY_TRASH = 2 -- its place in the Special menu

local function trash()
  return mac.system.info().startup_volume .. ":Trash"
end

-- How many things are in the Trash, by the catalogue.
local function in_trash()
  return #mac.fs.list(trash())
end

-- The Finder deletes only when the alert has gone: looks again each time that the screen has come to rest.
local function wait_until_trash_is_empty()
  for _ = 1, 20 do
    if in_trash() == 0 then
      return
    end
    mac.screen.wait_still({ quiet = 0.25 })
  end
end

local function choose_empty_trash()
  menu.choose("Special", EMPTY_TRASH)
  mac.screen.wait_text(QUESTION, { match = "contains" })
end

local function is_asking()
  return #mac.screen.find_all(QUESTION, { match = "contains" }) > 0
end

-- A resource fork with one resource (Inside Macintosh: More Macintosh Toolbox, chapter 1, "Resource File Format").
local function resource_fork(kind, id, bytes)
  local data = string.pack(">s4", bytes)
  local data_at, map_at = 256, 256 + #data
  local types = string.pack(">I2 c4 I2 I2", 0, kind, 0, 10)
  local references = string.pack(">i2 i2 I4 I4", id, -1, 0, 0)
  local map = string.rep("\0", 22) .. string.pack(">I2 I2 I2", 0, 28, 28 + #types + #references) .. types .. references
  local header = string.pack(">I4 I4 I4 I4", data_at, map_at, #data, #map)
  return header .. string.rep("\0", data_at - #header) .. data .. map
end

-- Bytes that do not repeat early, so that a chunk in the wrong place is noticed.
local function noise(size)
  local state, words = 1, {}
  for i = 1, size // 4 do
    state = (state * 1103515245 + 12345) & 0xFFFFFFFF
    words[i] = string.pack(">I4", state)
  end
  return table.concat(words)
end

local function answer_the_alert()
  step("read the alert", function()
    if not is_asking() then
      choose_empty_trash()
    end
    expect.equal(#mac.screen.find_all("Cancel"), 1, "the alert has a button Cancel")
    expect.equal(#mac.screen.find_all("OK"), 1, "the alert has a button OK")
    mac.screen.capture():save("1-alert.png")
  end)

  local before = in_trash()
  expect.that(before > 0, "there is something in the Trash")

  step("click Cancel: the alert goes, the Trash stays as it was", function()
    mac.screen.click_text("Cancel")
    mac.screen.wait_gone(QUESTION, { match = "contains" })
    expect.equal(in_trash(), before, "things in the Trash after Cancel")
    mac.screen.capture():save("2-cancelled.png")
  end)

  step("choose Special > Empty Trash… by press, drag and release", function()
    choose_empty_trash()
    mac.screen.capture():save("3-asked-again.png")
  end)

  step("click OK: the alert goes, the Trash is empty", function()
    mac.screen.click_text("OK")
    mac.screen.wait_gone(QUESTION, { match = "contains" })
    wait_until_trash_is_empty()
    expect.equal(in_trash(), 0, "things in the Trash after OK")
    mac.screen.capture():save("4-emptied.png")
  end)
  return before
end

local function move_a_file(path, kilobytes)
  local resource = resource_fork("DEMO", 128, noise(kilobytes // 5 * 1024))
  local data = noise(kilobytes * 1024 - #resource)
  local sent = mac.fs.crc32(data .. resource)

  step(("put %d KB with both forks, type and creator"):format(kilobytes), function()
    local answer = mac.fs.put({ data = data, resource = resource }, path, { type = "DEMO", creator = "mcDm" })
    expect.equal(answer.crc32, sent, "CRC-32 of what the Mac read back")
  end)

  step("list it", function()
    local name, found = path:match("[^:]+$"), nil
    for _, entry in ipairs(mac.fs.list(path:match("^(.*:)"))) do
      if entry.name == name then
        found = entry
      end
    end
    expect.that(found, name .. " is in the list")
    expect.equal(
      { found.type, found.creator, found.data_size, found.resource_size },
      { "DEMO", "mcDm", #data, #resource },
      "type, creator and sizes"
    )
  end)

  step("get it back and compare", function()
    local got = mac.fs.get(path)
    expect.equal(mac.fs.crc32(got.data), mac.fs.crc32(data), "CRC-32 of the data fork")
    expect.equal(mac.fs.crc32(got.resource), mac.fs.crc32(resource), "CRC-32 of the resource fork")
  end)

  step("delete it", function()
    mac.fs.delete(path)
  end)
  return sent
end

return {
  name = "demo/tour",
  summary = "Answers the Empty Trash alert by its buttons' text, moves a file there and back, proves all of it.",
  effect = "destructive",
  params = {
    kilobytes = {
      type = "integer",
      default = 300,
      min = 10,
      max = 10000,
      summary = "size of the file that is moved, both forks together",
    },
  },
  run = function(params)
    local volume = mac.system.info().startup_volume
    local removed = answer_the_alert()
    local crc32 = move_a_file(volume .. ":Demo File", params.kilobytes)
    return { machine = mac.system.hello().machine, removed_from_trash = removed, file_crc32 = ("%08x"):format(crc32) }
  end,
}

-- Menus: chosen as a person chooses, by pressing on the title, dragging to the item and releasing there.
--
-- An open menu starves every other program, our agent included, so it cannot be captured: an item is reached by its
-- place. Standard menus give each item 16 pixels, below a bar of 20 (Inside Macintosh: Macintosh Toolbox Essentials,
-- chapter 3: Chicago 12 is 16 pixels high).
local menu = {}

local BAR_HEIGHT, ITEM_HEIGHT = 20, 16

-- The middle of an item, counted from 1 with dividing lines, below the title whose box is given.
local function place(title, item)
  return { x = title.x + title.width // 2, y = BAR_HEIGHT + ITEM_HEIGHT * (item - 1) + ITEM_HEIGHT // 2 }
end

-- menu.choose("Special", 2): chooses the second item of the menu. Returns what changed.
function menu.choose(title, item, options)
  local screen = mac.system.info()
  local bar = { x = 0, y = 0, width = screen.screen_width, height = BAR_HEIGHT }
  local box = mac.screen.find(title, { region = bar, timeout = 2 })
  local press = { x = box.x + box.width // 2, y = BAR_HEIGHT // 2 }
  return mac.input.drag({ press, place(box, item) }, options)
end

return menu

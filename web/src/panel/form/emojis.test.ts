import { expect, it } from "vitest";

import { firstCharacter, isEmoji } from "./emojis";

it("first emoji of a text is recognized, with its modifiers", () => {
  expect(firstCharacter(" 👩‍💻🚀")).toBe("👩‍💻");
  expect(["⚙️", "🇧🇷", "1️⃣", "☎"].every(isEmoji)).toBe(true);
  expect(["a", "1", "", "ç"].some(isEmoji)).toBe(false);
});

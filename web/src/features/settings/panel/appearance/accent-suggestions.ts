/** Suggested accent colors. A test of the server reads this file and checks that the site doesn't need to adjust them. */
export const ACCENT_SUGGESTIONS: readonly { name: string; color: string }[] = [
  { name: "Azul", color: "#1d4ed8" },
  { name: "Azul-marinho", color: "#1e3a6e" },
  { name: "Petróleo", color: "#0f5f6b" },
  { name: "Roxo", color: "#6d28d9" },
  { name: "Magenta", color: "#a21360" },
  { name: "Vinho", color: "#8a1538" },
  { name: "Terracota", color: "#a63c14" },
  { name: "Grafite", color: "#3a4450" },
];

import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import type { FooterSection } from "@/api/types";
import { SectionType } from "./footer";

function typeOf(...arePublic: boolean[]): string | null {
  const links = arePublic.map((is_public, index) => ({
    label: "a",
    url: `/${index}`,
    target: null,
    is_public,
  }));
  const section = { type: "links", content: { links } } as unknown as FooterSection;
  const { container, unmount } = render(<SectionType section={section} />);
  const text = container.textContent;
  unmount();
  return text;
}

it("footer section whose links aren't on the site is marked", () => {
  expect(typeOf()).toBe("Links · 0 linksVazia: não aparece no site");
  expect(typeOf(false)).toBe("Links · 1 linkSem destino público: não aparece no site");
  expect(typeOf(true, false)).toBe("Links · 2 links1 destino não aparece no site");
  expect(typeOf(true)).toBe("Links · 1 link");
});

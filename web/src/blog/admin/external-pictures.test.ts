import { expect, test } from "vitest";

import { externalPictures } from "./external-pictures";

test("pictures of other sites are found in Markdown and HTML", () => {
  const text = [
    "![a](https://a.example/1.png) ![b](/media/b.png)",
    '<img alt="c" src="//c.example/2.png">',
    '![d](<http://d.example/3.png> "Título") ![a](https://a.example/1.png)',
    "[um link](https://e.example/4.png)",
  ].join("\n\n");
  expect(externalPictures(text)).toEqual([
    "https://a.example/1.png",
    "//c.example/2.png",
    "http://d.example/3.png",
  ]);
});

test("pictures in code are text", () => {
  expect(externalPictures("`![a](https://a.example/1.png)`\n\n```md\n![b](https://b.example)\n```")).toEqual(
    [],
  );
});

import { expect, test } from "vitest";

import { hiddenPictures, undescribedPictures } from "./markdown-pictures";

test("pictures that articles do not show are found in Markdown and HTML", () => {
  const text = [
    "![a](https://a.example/1.png) ![b](/media/b.png)",
    '<img alt="c" src="//c.example/2.png">',
    '![d](<http://d.example/3.png> "Título") ![a](https://a.example/1.png)',
    "[um link](https://e.example/4.png)",
  ].join("\n\n");
  expect(hiddenPictures(text)).toEqual([
    "https://a.example/1.png",
    "//c.example/2.png",
    "http://d.example/3.png",
  ]);
});

test("pictures without the path of this site are found", () => {
  const text = [
    "![a](foto.png)",
    "![b](./fotos/b.png)",
    "![c](../c.png)",
    "![d](media/d.png)",
    "![e](/media/e.png)",
  ];
  expect(hiddenPictures(text.join("\n"))).toEqual(["foto.png", "./fotos/b.png", "../c.png", "media/d.png"]);
  expect(hiddenPictures('<img src="foto.png"> ![f][1]\n\n[1]: f.png')).toEqual(["foto.png", "f.png"]);
});

test("pictures written as references are found by the definitions of their labels", () => {
  const text = [
    "![a][1], ![B  c][] and ![d], but no [link][2]",
    "![own][3] ![unknown][4]",
    '[1]: https://a.example/1.png "Título"',
    "[b C]: <//b.example/2.png>",
    "  [D]: http://d.example/3.png",
    "[d]: http://d.example/second.png",
    "[2]: https://link.example",
    "[3]: /media/own.png",
  ].join("\n");
  expect(hiddenPictures(text)).toEqual([
    "https://a.example/1.png",
    "//b.example/2.png",
    "http://d.example/3.png",
  ]);
});

test("pictures in code are ignored", () => {
  expect(hiddenPictures("`![a](https://a.example/1.png)`\n\n```md\n![b](https://b.example)\n```")).toEqual(
    [],
  );
});

test.each([
  ["![](/a.png) e ![ ](/b.png)", 2],
  ["![Descreva a imagem](/a.png)", 1],
  ["![Um gato](/a.png) e []() e ![]", 0],
  ["`![](/a.png)`\n\n```md\n![](/b.png)\n```\n\n![](/c.png)", 1],
  ["![`npm`](/a.png)", 0],
])("pictures without a description are counted in %j", (text, count) => {
  expect(undescribedPictures(text)).toBe(count);
});

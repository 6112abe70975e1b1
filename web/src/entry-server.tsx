/** Renders a document to markup, in the JavaScript engine of the server. */
import { renderToStaticMarkup, renderToString } from "react-dom/server";

import type { Document } from "./api/types";
import { ConsentNotice } from "./features/consent/site/consent-notice";
import { Site } from "./frames/site/site";
import { type DrawingName, StrokesMarkup } from "./ui/drawing/drawing";
import { strokes } from "./ui/drawing/strokes";

/** Returns the elements of the head, followed by the page, which starts with `<div id="site"`. */
export function render(json: string): string {
  const document = JSON.parse(json) as Document;
  return renderToString(
    <StrokesMarkup value={markupOf}>
      <Site document={document} />
      {document.notice ? (
        <ConsentNotice notice={document.notice} showsChoices={document.notice.shows_choices} />
      ) : null}
    </StrokesMarkup>,
  );
}

const markups = new Map<DrawingName, string>();

/** Returns the markup of a drawing's strokes. It is rendered once, because most of a page's elements are strokes. */
function markupOf(name: DrawingName): string {
  const known = markups.get(name);
  if (known !== undefined) return known;
  const Strokes = strokes[name];
  const rendered = renderToStaticMarkup(<Strokes />);
  markups.set(name, rendered);
  return rendered;
}

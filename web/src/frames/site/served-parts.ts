/** Parts of every page that scripts don't change. Browsers load them only for pages without server-rendered HTML. */
import { FooterContent } from "./footer";
import { Head } from "./head";

export const servedParts = { FooterContent, Head };

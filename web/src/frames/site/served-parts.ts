/** Parts of every page that no script changes. The browser keeps the server's, unless it must render the page itself. */
import { FooterContent } from "./footer";
import { Head } from "./head";

export const served_parts = { FooterContent, Head };

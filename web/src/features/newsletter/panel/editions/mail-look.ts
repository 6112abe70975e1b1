/**
 * Shows a mail inside the panel, whose policy forbids inline styles: they are applied by script instead, and the rules for
 * dark mail programs apply as chosen.
 */
export type MailLook = "light" | "dark" | "no-pictures" | "text";

const STYLE_SHEET = /<style>([\s\S]*?)<\/style>/;
const DARK = /@media \(prefers-color-scheme: dark\)/g;

/** Returns the mail without styles, and without the addresses of its pictures if the look has none. */
export function stripped(html: string, look: MailLook): string {
  const plain = html.replace(STYLE_SHEET, "").replaceAll(' style="', ' data-style="');
  // Marked, so that the frame loads again for another look.
  const marked = plain.replace("<body", `<body data-look="${look}"`);
  return look === "no-pictures" ? marked.replaceAll(/<img ([^>]*?)src="[^"]*"/g, "<img $1") : marked;
}

/** Applies the styles of `html` to the frame that shows it without them. */
export function styleMail(mail: Document, html: string, look: MailLook): void {
  const view = mail.defaultView;
  if (!view) return;
  const isDark = look === "dark";
  const rules = STYLE_SHEET.exec(html)?.[1] ?? "";
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(
    `${rules.replaceAll(DARK, isDark ? "@media all" : "@media not all")}
    :root { color-scheme: ${isDark ? "dark" : "light"} !important; }`,
  );
  mail.adoptedStyleSheets = [sheet];
  for (const element of mail.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
  }
  // A preview is read, not used.
  mail.body.inert = true;
}

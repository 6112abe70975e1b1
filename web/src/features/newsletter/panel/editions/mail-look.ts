/**
 * Shows the HTML of a mail inside the panel. The panel's Content Security Policy forbids inline styles, so a script applies
 * them. The chosen look decides whether the rules for dark mail programs apply.
 */
export type MailLook = "light" | "dark" | "no-pictures" | "text";

const STYLE_SHEET = /<style>([\s\S]*?)<\/style>/;
const DARK = /@media \(prefers-color-scheme: dark\)/g;

/**
 * Returns the mail without its style sheet, and with its inline styles in `data-style`, where `styleMail` reads them. For the look
 * `no-pictures`, removes the addresses of its pictures, too.
 */
export function withoutStyles(html: string, look: MailLook): string {
  const plain = html.replace(STYLE_SHEET, "").replaceAll(' style="', ' data-style="');
  // The attribute makes the HTML of each look different, so that a frame loads again when the look changes.
  const marked = plain.replace("<body", `<body data-look="${look}"`);
  return look === "no-pictures" ? marked.replaceAll(/<img ([^>]*?)src="[^"]*"/g, "<img $1") : marked;
}

/** Applies the styles of `html` to `mail`, the document that shows the result of `withoutStyles`. */
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
  // The links of a preview must not be followed.
  mail.body.inert = true;
}

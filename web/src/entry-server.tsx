/** Renders a document to markup, in the JavaScript engine of the server. */
import { renderToStaticMarkup, renderToString } from "react-dom/server";

import type { Document } from "./api/types";
import { AccountPage } from "./features/accounts/site/account-page";
import { AuthPage } from "./features/accounts/site/auth-page";
import { RecoveryPage } from "./features/accounts/site/recovery-page";
import { ArticlePage } from "./features/blog/site/article-page";
import { BlogPage } from "./features/blog/site/blog-page";
import { EditionPage } from "./features/blog/site/edition-page";
import { EditionsPage } from "./features/blog/site/editions-page";
import { NewsletterPage } from "./features/blog/site/newsletter-page";
import { PostGonePage } from "./features/blog/site/post-gone-page";
import { CertificatePage } from "./features/certificates/site/certificate-page";
import { ConsentNotice } from "./features/consent/site/consent-notice";
import { ContactPage } from "./features/contacts/site/contact-page";
import { ContactThanksPage } from "./features/contacts/site/contact-thanks-page";
import { NewsletterLinkPage } from "./features/newsletter/site/newsletter-link-page";
import { NewsletterPreferencesPage } from "./features/newsletter/site/newsletter-preferences-page";
import { AboutPage } from "./features/pages/site/about-page";
import { HomePage } from "./features/pages/site/home-page";
import { LegalPage } from "./features/pages/site/legal-page";
import { NotFoundPage } from "./features/pages/site/not-found-page";
import { PrivacyRequestPage } from "./features/privacy_requests/site/request-page";
import { ServicePage } from "./features/services/site/service-page";
import { ServicesPage } from "./features/services/site/services-page";
import type { PageTable } from "./frames/site/pages";
import { servedParts } from "./frames/site/served-parts";
import { Site } from "./frames/site/site";
import { type DrawingName, StrokesMarkup } from "./ui/drawing/drawing";
import { strokes } from "./ui/drawing/strokes";

const PAGES: PageTable = {
  home: HomePage,
  about: AboutPage,
  services: ServicesPage,
  service: ServicePage,
  blog: BlogPage,
  article: ArticlePage,
  post_gone: PostGonePage,
  newsletter: NewsletterPage,
  newsletter_link: NewsletterLinkPage,
  newsletter_preferences: NewsletterPreferencesPage,
  editions: EditionsPage,
  edition: EditionPage,
  contact: ContactPage,
  contact_thanks: ContactThanksPage,
  auth: AuthPage,
  recovery: RecoveryPage,
  account: AccountPage,
  legal: LegalPage,
  privacy_request: PrivacyRequestPage,
  certificate: CertificatePage,
  not_found: NotFoundPage,
};

/** Returns the elements of the head, followed by the page, which starts with `<div id="site"`. */
export function render(json: string): string {
  const document = JSON.parse(json) as Document;
  return renderToString(
    <StrokesMarkup value={markupOf}>
      <Site document={document} page={PAGES[document.view.page]} served={servedParts} />
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

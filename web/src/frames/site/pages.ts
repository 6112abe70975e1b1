/** The components of all public pages. The server renders them; browsers load this table only if the server couldn't. */
import type { ComponentType } from "react";

import type { Layout, PageMeta, View } from "@/api/types";
import { AccountPage } from "@/features/accounts/site/account-page";
import { AuthPage } from "@/features/accounts/site/auth-page";
import { RecoveryPage } from "@/features/accounts/site/recovery-page";
import { ArticlePage } from "@/features/blog/site/article-page";
import { BlogPage } from "@/features/blog/site/blog-page";
import { EditionPage } from "@/features/blog/site/edition-page";
import { EditionsPage } from "@/features/blog/site/editions-page";
import { NewsletterPage } from "@/features/blog/site/newsletter-page";
import { PostGonePage } from "@/features/blog/site/post-gone-page";
import { CertificatePage } from "@/features/certificates/site/certificate-page";
import { ContactPage } from "@/features/contacts/site/contact-page";
import { ContactThanksPage } from "@/features/contacts/site/contact-thanks-page";
import { NewsletterLinkPage } from "@/features/newsletter/site/newsletter-link-page";
import { NewsletterPreferencesPage } from "@/features/newsletter/site/newsletter-preferences-page";
import { AboutPage } from "@/features/pages/site/about-page";
import { HomePage } from "@/features/pages/site/home-page";
import { LegalPage } from "@/features/pages/site/legal-page";
import { NotFoundPage } from "@/features/pages/site/not-found-page";
import { PrivacyRequestPage } from "@/features/privacy_requests/site/request-page";
import { ServicePage } from "@/features/services/site/service-page";
import { ServicesPage } from "@/features/services/site/services-page";

type ViewName = View["page"];
type PageProps<Name extends ViewName> = Extract<View, { page: Name }>["props"] & {
  layout: Layout;
  meta: PageMeta;
};

export const PAGES: { [Name in ViewName]: ComponentType<PageProps<Name>> } = {
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

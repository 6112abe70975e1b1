/** The browser's table of pages. Each page is a separate chunk, loaded before hydration. */
import type { ComponentType } from "react";

import type { Layout, View } from "@/api/types";

export type ViewName = View["page"];
type PageProps<Name extends ViewName> = Extract<View, { page: Name }>["props"] & { layout: Layout };
export type PageTable = { [Name in ViewName]: ComponentType<PageProps<Name>> };

type PageLoaders = { [Name in ViewName]: () => Promise<PageTable[Name]> };

const LOADERS: PageLoaders = {
  home: async () => (await import("@/features/pages/site/home-page")).HomePage,
  about: async () => (await import("@/features/pages/site/about-page")).AboutPage,
  services: async () => (await import("@/features/services/site/services-page")).ServicesPage,
  service: async () => (await import("@/features/services/site/service-page")).ServicePage,
  blog: async () => (await import("@/features/blog/site/blog-page")).BlogPage,
  article: async () => (await import("@/features/blog/site/article-page")).ArticlePage,
  post_gone: async () => (await import("@/features/blog/site/post-gone-page")).PostGonePage,
  newsletter: async () => (await import("@/features/blog/site/newsletter-page")).NewsletterPage,
  newsletter_link: async () =>
    (await import("@/features/newsletter/site/newsletter-link-page")).NewsletterLinkPage,
  newsletter_preferences: async () =>
    (await import("@/features/newsletter/site/newsletter-preferences-page")).NewsletterPreferencesPage,
  editions: async () => (await import("@/features/blog/site/editions-page")).EditionsPage,
  edition: async () => (await import("@/features/blog/site/edition-page")).EditionPage,
  contact: async () => (await import("@/features/contacts/site/contact-page")).ContactPage,
  contact_thanks: async () =>
    (await import("@/features/contacts/site/contact-thanks-page")).ContactThanksPage,
  auth: async () => (await import("@/features/accounts/site/auth-page")).AuthPage,
  recovery: async () => (await import("@/features/accounts/site/recovery-page")).RecoveryPage,
  account: async () => (await import("@/features/accounts/site/account-page")).AccountPage,
  legal: async () => (await import("@/features/pages/site/legal-page")).LegalPage,
  privacy_request: async () =>
    (await import("@/features/privacy_requests/site/request-page")).PrivacyRequestPage,
  certificate: async () => (await import("@/features/certificates/site/certificate-page")).CertificatePage,
  not_found: async () => (await import("@/features/pages/site/not-found-page")).NotFoundPage,
};

export function loadPage<Name extends ViewName>(name: Name): Promise<PageTable[Name]> {
  return LOADERS[name]();
}

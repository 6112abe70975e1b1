/** The table of the pages that few visitors open, see `pages.ts`. */
import type { RarePageLoaders } from "./pages";

export const RARE_LOADERS: RarePageLoaders = {
  post_gone: async () => (await import("@/features/blog/site/post-gone-page")).PostGonePage,
  newsletter_link: async () =>
    (await import("@/features/newsletter/site/newsletter-link-page")).NewsletterLinkPage,
  newsletter_preferences: async () =>
    (await import("@/features/newsletter/site/newsletter-preferences-page")).NewsletterPreferencesPage,
  editions: async () => (await import("@/features/blog/site/editions-page")).EditionsPage,
  edition: async () => (await import("@/features/blog/site/edition-page")).EditionPage,
  contact_thanks: async () =>
    (await import("@/features/contacts/site/contact-thanks-page")).ContactThanksPage,
  recovery: async () => (await import("@/features/accounts/site/recovery-page")).RecoveryPage,
  privacy_request: async () =>
    (await import("@/features/privacy_requests/site/request-page")).PrivacyRequestPage,
  certificate: async () => (await import("@/features/certificates/site/certificate-page")).CertificatePage,
  newsletter: async () => (await import("@/features/blog/site/newsletter-page")).NewsletterPage,
  legal: async () => (await import("@/features/pages/site/legal-page")).LegalPage,
  not_found: async () => (await import("@/features/pages/site/not-found-page")).NotFoundPage,
};

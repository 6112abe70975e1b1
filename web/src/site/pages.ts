/** The browser's table of pages. Each is a chunk of its own, loaded before the page comes to life. */
import type { ComponentType } from "react";
import type { Layout, View } from "../api/types";

export type PageName = View["page"];
export type PageProps<Name extends PageName> = Extract<View, { page: Name }>["props"] & { layout: Layout };
export type PageTable = { [Name in PageName]: ComponentType<PageProps<Name>> };

type PageLoaders = { [Name in PageName]: () => Promise<PageTable[Name]> };

const loaders: PageLoaders = {
  home: async () => (await import("../pages/site/home-page")).HomePage,
  about: async () => (await import("../pages/site/about-page")).AboutPage,
  services: async () => (await import("../services/site/services-page")).ServicesPage,
  service: async () => (await import("../services/site/service-page")).ServicePage,
  blog: async () => (await import("../blog/site/blog-page")).BlogPage,
  article: async () => (await import("../blog/site/article-page")).ArticlePage,
  post_gone: async () => (await import("../blog/site/post-gone-page")).PostGonePage,
  newsletter: async () => (await import("../blog/site/newsletter-page")).NewsletterPage,
  newsletter_link: async () => (await import("../newsletter/site/newsletter-link-page")).NewsletterLinkPage,
  contact: async () => (await import("../contacts/site/contact-page")).ContactPage,
  contact_thanks: async () => (await import("../contacts/site/contact-thanks-page")).ContactThanksPage,
  auth: async () => (await import("../accounts/site/auth-page")).AuthPage,
  recovery: async () => (await import("../accounts/site/recovery-page")).RecoveryPage,
  account: async () => (await import("../accounts/site/account-page")).AccountPage,
  legal: async () => (await import("../pages/site/legal-page")).LegalPage,
  not_found: async () => (await import("../pages/site/not-found-page")).NotFoundPage,
};

export function loadPage<Name extends PageName>(name: Name): Promise<PageTable[Name]> {
  return loaders[name]();
}

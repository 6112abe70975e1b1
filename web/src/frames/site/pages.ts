/** The browser's table of pages. Each page is a separate chunk, loaded before hydration. */
import type { ComponentType } from "react";

import type { Layout, View } from "@/api/types";

export type ViewName = View["page"];
type PageProps<Name extends ViewName> = Extract<View, { page: Name }>["props"] & { layout: Layout };
export type PageTable = { [Name in ViewName]: ComponentType<PageProps<Name>> };

type PageLoaders = { [Name in ViewName]: () => Promise<PageTable[Name]> };

/** Pages that few visitors open. Their table is a separate chunk, which the other pages don't load. */
export type RarePage =
  | "post_gone"
  | "newsletter_link"
  | "newsletter_preferences"
  | "editions"
  | "edition"
  | "contact_thanks"
  | "recovery"
  | "privacy_request"
  | "certificate"
  | "newsletter"
  | "legal"
  | "not_found";
export type RarePageLoaders = Pick<PageLoaders, RarePage>;

const LOADERS: Omit<PageLoaders, RarePage> = {
  home: async () => (await import("@/features/pages/site/home-page")).HomePage,
  about: async () => (await import("@/features/pages/site/about-page")).AboutPage,
  services: async () => (await import("@/features/services/site/services-page")).ServicesPage,
  service: async () => (await import("@/features/services/site/service-page")).ServicePage,
  blog: async () => (await import("@/features/blog/site/blog-page")).BlogPage,
  article: async () => (await import("@/features/blog/site/article-page")).ArticlePage,
  contact: async () => (await import("@/features/contacts/site/contact-page")).ContactPage,
  auth: async () => (await import("@/features/accounts/site/auth-page")).AuthPage,
  account: async () => (await import("@/features/accounts/site/account-page")).AccountPage,
};

const isCommon = (name: ViewName): name is Exclude<ViewName, RarePage> => name in LOADERS;

export async function loadPage<Name extends ViewName>(name: Name): Promise<PageTable[Name]>;
export async function loadPage(name: ViewName): Promise<PageTable[ViewName]> {
  if (isCommon(name)) return LOADERS[name]();
  const { RARE_LOADERS } = await import("./rare-pages");
  return RARE_LOADERS[name]();
}

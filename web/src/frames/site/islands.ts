/** Hydrates the islands of a page, see `ui/island.tsx`. Pages without islands don't load React. */
import type { ComponentType } from "react";

import type { IslandName } from "@/ui/island";

const LOADERS: Record<IslandName, () => Promise<unknown>> = {
  account: () =>
    import("@/features/accounts/site/own-account/own-account").then((module) => module.OwnAccount),
  contact_form: () =>
    import("@/features/contacts/site/form/contact-form").then((module) => module.ContactForm),
  newsletter_box: () => import("@/features/blog/site/newsletter-box").then((module) => module.NewsletterBox),
  newsletter_link: () =>
    import("@/features/newsletter/site/newsletter-link-page").then((module) => module.NewsletterLink),
  post_list: () => import("@/features/blog/site/blog-page").then((module) => module.PostList),
  privacy_request: () =>
    import("@/features/privacy_requests/site/request-form").then((module) => module.RequestForm),
  recovery: () => import("@/features/accounts/site/recovery-page").then((module) => module.Recovery),
  share_links: () => import("@/features/blog/site/share-links").then((module) => module.ShareLinks),
  sign_in: () => import("@/features/accounts/site/sign-in/sign-in").then((module) => module.SignIn),
};

/** Hydrates all islands whose scripts can be loaded. */
export async function hydrateIslands(): Promise<void> {
  const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")];
  await Promise.allSettled(islands.map(hydrateIsland));
}

/** An island whose script can't be loaded doesn't affect the others. */
async function hydrateIsland(island: HTMLElement): Promise<void> {
  const load = LOADERS[island.dataset["island"] as IslandName];
  const [{ hydrate }, Component] = await Promise.all([import("./hydrate"), load()]);
  const props = JSON.parse(island.nextElementSibling?.textContent ?? "{}") as object;
  // The name selects both the component and its props, which types can't express.
  hydrate(island, Component as ComponentType<object>, props);
}

/** Hydrates the islands of a page, see `ui/island.tsx`. Pages without islands don't load React. */
import type { ComponentType } from "react";

import type { IslandName } from "@/ui/island";

const LOADERS: Record<IslandName, () => Promise<unknown>> = {
  account: async () => (await import("@/features/accounts/site/own-account/own-account")).OwnAccount,
  contact_form: async () => (await import("@/features/contacts/site/form/contact-form")).ContactForm,
  newsletter_box: async () => (await import("@/features/blog/site/newsletter-box")).NewsletterBox,
  newsletter_link: async () =>
    (await import("@/features/newsletter/site/newsletter-link-page")).NewsletterLink,
  post_list: async () => (await import("@/features/blog/site/blog-page")).PostList,
  privacy_request: async () => (await import("@/features/privacy_requests/site/request-form")).RequestForm,
  recovery: async () => (await import("@/features/accounts/site/recovery-page")).Recovery,
  share_links: async () => (await import("@/features/blog/site/share-links")).ShareLinks,
  sign_in: async () => (await import("@/features/accounts/site/sign-in/sign-in")).SignIn,
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

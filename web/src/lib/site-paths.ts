/** The public site's addresses, with those that its pages link to beyond the generated ones. */
import { contact } from "./addresses";

export * from "./addresses";
export const contactForm = `${contact}#orcamento`;
/** Start screen of the panel. Public pages link to no other screen. */
export const panel = "/admin/dashboard";
export * as admin from "./panel-paths";

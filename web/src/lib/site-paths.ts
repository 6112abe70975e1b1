/** The public site's addresses. */
export const home = "/";
export const contact = "/contato";
export const contactForm = "/contato#orcamento";
export const services = "/servicos";
export const blog = "/blog";
export const feed = "/blog/feed.xml";
export const newsletter = "/newsletter";
export const auth = "/auth";
export const forgotPassword = "/auth/esqueci-senha";
export const resetPassword = "/auth/redefinir-senha";
export const privacy = "/privacidade";
export const account = "/conta";
export const invitation = "/auth/convite";
/** The panel's entry; public pages need none of its other addresses. */
export const panel = "/admin/dashboard";
export * as admin from "./panel-paths";

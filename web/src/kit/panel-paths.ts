/** The panel's addresses. */
export { panel as dashboard } from "./site-paths";

export const root = "/admin";
export const login = "/admin/login";
export const setup = "/admin/setup";
export const contacts = "/admin/contacts";
export const contact = (id: string) => `/admin/contacts/${encodeURIComponent(id)}`;
export const contactSettings = "/admin/contact-settings";
export const services = "/admin/services";
export const newService = "/admin/services/novo";
export const service = (id: string) => `/admin/services/${encodeURIComponent(id)}`;
export const blog = "/admin/blog";
export const newPost = "/admin/blog/new";
export const post = (id: string) => `/admin/blog/${encodeURIComponent(id)}`;
export const generalSettings = "/admin/general-settings";
export const menuFooter = "/admin/menu-footer";
export const users = "/admin/users";
export const newsletter = "/admin/newsletter";
export const media = "/admin/media";
export const picture = (id: string) => `/admin/media/${encodeURIComponent(id)}`;
export const outbox = "/admin/outbox";
export const audit = "/admin/audit";
export const auditEvent = (sequence: number) => `/admin/audit/${sequence}`;
export const newUser = "/admin/users/novo";
export const inviteUser = "/admin/users/convidar";
export const user = (id: string) => `/admin/users/${encodeURIComponent(id)}`;
export const help = "/admin/ajuda";
export const security = "/admin/security";

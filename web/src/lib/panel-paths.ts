/** The panel's addresses. With a name such as `:id`, the builders make the pattern of a route: `/admin/blog/:id`. */

/** Encodes a segment of a path. A colon is valid there. */
const segment = (text: string) => encodeURIComponent(text).replaceAll("%3A", ":");

export const root = "/admin";
export const dashboard = "/admin/dashboard";
export const login = "/admin/login";
export const setup = "/admin/setup";
export const contacts = "/admin/contacts";
export const contact = (id: string) => `/admin/contacts/${segment(id)}`;
export const results = "/admin/results";
/** The rules that assign new contacts. */
export const assignment = "/admin/assignment";
/** What the user is notified of. */
export const notifications = "/admin/notifications";
export const contactSettings = "/admin/contact-settings";
export const services = "/admin/services";
export const newService = "/admin/services/novo";
export const service = (id: string) => `/admin/services/${segment(id)}`;
export const blog = "/admin/blog";
export const newPost = "/admin/blog/new";
export const post = (id: string) => `/admin/blog/${segment(id)}`;
export const generalSettings = "/admin/general-settings";
export const menuFooter = "/admin/menu-footer";
export const users = "/admin/users";
export const pages = "/admin/pages";
export const page = (name: string) => `/admin/pages/${segment(name)}`;
export const newsletter = "/admin/newsletter";
export const visits = "/admin/visits";
export const editions = "/admin/newsletter/editions";
export const edition = (id: string) => `/admin/newsletter/editions/${segment(id)}`;
export const media = "/admin/media";
export const picture = (id: string) => `/admin/media/${segment(id)}`;
export const replyTemplates = "/admin/reply-templates";
export const redirects = "/admin/redirects";
export const missingPages = "/admin/redirects/missing";
export const privacyRequests = "/admin/privacy-requests";
/** The requests of an address that wait for an answer. */
export const privacyRequestsOf = (email: string) => `${privacyRequests}?search=${encodeURIComponent(email)}`;
export const privacyRequest = (id: string) => `/admin/privacy-requests/${segment(id)}`;
export const processing = "/admin/processing";
export const mailServers = "/admin/mail-settings";
export const outbox = "/admin/outbox";
export const audit = "/admin/audit";
export const auditEvent = (sequence: number) => `/admin/audit/${sequence}`;
export const people = "/admin/people";
export const person = (email: string) => `/admin/people?email=${encodeURIComponent(email)}`;
export const retention = "/admin/people/retention";
export const newUser = "/admin/users/novo";
export const inviteUser = "/admin/users/convidar";
export const user = (id: string) => `/admin/users/${segment(id)}`;
export const help = "/admin/ajuda";
export const security = "/admin/security";
export const ownAccount = "/admin/account";

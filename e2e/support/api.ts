/** Client of the API with a bearer token, which creates the records that tests need. */
import { randomUUID } from "node:crypto";
import { ADMIN } from "./server.ts";

export interface Contact {
  id: string;
  name: string;
  email: string;
  phone: string;
  company: string;
  status: string;
  message: string;
  assigned_to: string | null;
}

export interface Media {
  id: string;
  url: string;
}

export class Api {
  private constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  static async signIn(url: string, account = ADMIN): Promise<Api> {
    const { token } = await send<{ token: string }>(`${url}/api/auth/login`, "POST", account);
    return new Api(url, token);
  }

  /** Sends a contact as a visitor, by default with an email address that no other contact has. */
  createContact(contact: Partial<Contact> & { name: string }): Promise<Contact> {
    const defaults = {
      email: `${randomUUID()}@exemplo.com.br`,
      phone: "(11) 98765-4321",
      company: "Exemplo Ltda.",
      message: "Serviço de interesse: Outro\n\nPreciso de ajuda.",
    };
    return send(
      `${this.url}/api/contacts`,
      "POST",
      { ...defaults, ...contact },
      { "Idempotency-Key": randomUUID() },
    );
  }

  updateSettings(
    name: "company" | "contact" | "analytics",
    change: Record<string, string | undefined>,
  ): Promise<unknown> {
    return send(`${this.url}/api/settings/${name}`, "PUT", change, this.#auth);
  }

  /** Saves the settings of incoming mail. */
  updateIncomingMail(settings: object): Promise<unknown> {
    return send(`${this.url}/api/mail/incoming`, "PUT", settings, this.#auth);
  }

  /** Changes some texts of a page. */
  async updatePage(name: "privacy" | "terms", change: Record<string, string>): Promise<void> {
    const url = `${this.url}/api/pages/${name}`;
    const texts = await send<object>(url, "GET", undefined, this.#auth);
    await send(url, "PUT", { ...texts, ...change }, this.#auth);
  }

  findContact(id: string): Promise<Contact> {
    return send(`${this.url}/api/contacts/${id}`, "GET", undefined, this.#auth);
  }

  updateContact(id: string, change: { status?: string }): Promise<Contact> {
    return send(`${this.url}/api/contacts/${id}`, "PUT", change, this.#auth);
  }

  changeStage(id: string, change: { stage: string; value_cents?: number }): Promise<Contact> {
    return send(`${this.url}/api/contacts/${id}/stage`, "PUT", change, this.#auth);
  }

  reply(id: string, text: string): Promise<unknown> {
    return send(
      `${this.url}/api/contacts/${id}/replies`,
      "POST",
      { subject: "Re: pedido", text },
      this.#auth,
    );
  }

  listContacts(search: string, view = "all"): Promise<Contact[]> {
    const query = new URLSearchParams({ search, view });
    return send(`${this.url}/api/contacts?${query}`, "GET", undefined, this.#auth);
  }

  /** Creates a post, published by default. Without `slug` it sends the title, which the server converts to a slug. */
  createPost(post: {
    title: string;
    slug?: string;
    category?: string;
    excerpt?: string;
    tags?: string[];
    content?: string;
    featured_image?: string;
    is_published?: boolean;
  }): Promise<{ id: string }> {
    const defaults = {
      slug: post.title,
      content: "## Começo\n\nUm texto.",
      category: "Backup",
      is_published: true,
    };
    return send(`${this.url}/api/blog`, "POST", { ...defaults, ...post }, this.#auth);
  }

  updatePost(id: string, change: { slug: string }): Promise<unknown> {
    return send(`${this.url}/api/blog/${id}`, "PUT", change, this.#auth);
  }

  createService(service: {
    title: string;
    description: string;
    category: string;
    features: string[];
  }): Promise<unknown> {
    return send(`${this.url}/api/services`, "POST", { ...service, is_active: true }, this.#auth);
  }

  /** Creates an edition of the newsletter and begins to send it. */
  async sendEdition(subject: string, text: string): Promise<void> {
    const url = `${this.url}/api/newsletter/editions`;
    const { id } = await send<{ id: string }>(url, "POST", { subject, body: text }, this.#auth);
    await send(`${url}/${id}/send`, "POST", {}, this.#auth);
  }

  /** Returns the HTML of the mail of an edition. */
  async previewEdition(subject: string, text: string): Promise<string> {
    const url = `${this.url}/api/newsletter/editions/preview`;
    const { html } = await send<{ html: string }>(url, "POST", { subject, body: text }, this.#auth);
    return html;
  }

  /** Moves a post to the trash. Its address then answers 410. */
  deletePost(id: string): Promise<void> {
    return send(`${this.url}/api/blog/${id}`, "DELETE", undefined, this.#auth);
  }

  /** Uploads a picture to the library. */
  async uploadPicture(name: string, bytes: Uint8Array<ArrayBuffer>, alt = ""): Promise<Media> {
    const form = new FormData();
    form.set("alt", alt);
    form.set("file", new Blob([bytes]), name);
    const answer = await fetch(`${this.url}/api/media`, { method: "POST", headers: this.#auth, body: form });
    if (!answer.ok) throw new Error(`POST /api/media: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Media;
  }

  /** Registers as a visitor; the email is unverified. */
  register({ name, ...account }: { name: string; email: string; password: string }): Promise<unknown> {
    return send(`${this.url}/api/auth/register`, "POST", { ...account, full_name: name });
  }

  /** Creates a user with a verified email. */
  createUser(user: { name: string; email: string; role: string; password: string }): Promise<unknown> {
    const { name, ...account } = user;
    const body = { ...account, full_name: name, email_verified: true };
    return send(`${this.url}/api/auth/users`, "POST", body, this.#auth);
  }

  /** Returns the user with an email, and throws if there is none. */
  async findUser(email: string): Promise<{ id: string; role: string }> {
    const query = new URLSearchParams({ search: email });
    const { users } = await send<{ users: { id: string; email: string; role: string }[] }>(
      `${this.url}/api/auth/users?${query}`,
      "GET",
      undefined,
      this.#auth,
    );
    const found = users.find((user) => user.email === email);
    if (!found) throw new Error(`user ${email} not found`);
    return found;
  }

  async updateUser(email: string, change: { role?: string; email_verified?: boolean }): Promise<void> {
    const { id } = await this.findUser(email);
    await send(`${this.url}/api/auth/users/${id}`, "PUT", change, this.#auth);
  }

  /** Invites a person as a visitor and returns the link. */
  async invite({ name, email }: { name: string; email: string }): Promise<string> {
    const body = { full_name: name, email, role: "user" };
    return (await send<{ link: string }>(`${this.url}/api/auth/invitations`, "POST", body, this.#auth)).link;
  }

  /** Returns the link of the newest message of a kind to an address, or null without such a message. */
  async findMailedLink(email: string, kind: string): Promise<string | null> {
    const messages = await send<{ id: string; to_email: string; kind: string }[]>(
      `${this.url}/api/outbox`,
      "GET",
      undefined,
      this.#auth,
    );
    const found = messages.find((message) => message.to_email === email && message.kind === kind);
    if (!found) return null;
    return (await send<{ url: string }>(`${this.url}/api/outbox/${found.id}/link`, "POST", {}, this.#auth))
      .url;
  }

  get #auth(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }
}

async function send<T>(
  url: string,
  method: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Keys, taps and seconds with which ten waiting contacts are answered in the panel, by keyboard only and on a phone only. */
import { chromium, devices } from "@playwright/test";
import { contact } from "./lib/records.mjs";
import { ADMIN, Vitrine, send } from "./lib/vitrine.mjs";

export const title = "Answering ten waiting contacts";
const CONTACTS = 10;
const TEXT = "Olá! Recebemos o seu pedido e ligamos hoje à tarde.";

export async function measure() {
  const rows = [];
  for (const [name, answer, device] of [
    ["keyboard, 1440 × 900", byKeyboard, { viewport: { width: 1440, height: 900 } }],
    ["phone, 390 px", byPhone, devices["iPhone 13"]],
  ]) {
    rows.push(`| ${name} | ${await inBrowser(answer, device)} |`);
  }
  return ["| Way | Actions per contact | Seconds per contact |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Answers contacts of a new server in a browser, and returns the actions and seconds per contact. */
async function inBrowser(answer, device) {
  const vitrine = await new Vitrine().start();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    for (let number = 0; number < CONTACTS; number++) {
      await send(`${vitrine.url}/api/contacts`, "POST", {
        ...contact(number),
        elapsed_ms: 60_000,
      });
    }
    const page = await (await browser.newContext({ ...device, baseURL: vitrine.url })).newPage();
    await signIn(page, vitrine.url);
    await page.goto("/admin/contacts?view=waiting&visao=conversa");
    await page.getByRole("row").getByRole("link").first().waitFor();
    const start = performance.now();
    const actions = await answer(page);
    const seconds = (performance.now() - start) / 1000 / CONTACTS;
    await everyReplyIsStored(vitrine);
    return `${(actions / CONTACTS).toFixed(1)} | ${seconds.toFixed(1)}`;
  } finally {
    await browser.close();
    await vitrine.remove();
  }
}

/** Opens the first contact and its composer; then sends each reply and opens the next contact. Returns the number of keys. */
async function byKeyboard(page) {
  let keys = 0;
  const press = async (key) => {
    keys += key.split("+").length;
    await page.keyboard.press(key);
  };
  await press("j");
  await press("r");
  for (let number = 0; number < CONTACTS; number++) {
    await isShown(page, number);
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.insertText(TEXT);
    await sendReply(page, () => press(number < CONTACTS - 1 ? "Control+Shift+Enter" : "Control+Enter"));
  }
  return keys;
}

/** Opens the first contact; then opens the composer, sends the reply and opens the next contact. Returns the number of taps. */
async function byPhone(page) {
  let taps = 0;
  const tap = async (target) => {
    taps += 1;
    await target.tap();
  };
  await tap(page.getByRole("row").getByRole("link").first());
  for (let number = 0; number < CONTACTS; number++) {
    await isShown(page, number);
    await tap(page.getByRole("group", { name: "Responder" }).getByRole("button", { name: "Responder" }));
    await page.keyboard.insertText(TEXT);
    const label = number < CONTACTS - 1 ? "Enviar e próximo" : "Enviar";
    await sendReply(page, () => tap(page.getByRole("button", { name: label, exact: true })));
  }
  return taps;
}

/** Sends a reply, and waits until the server has it. */
async function sendReply(page, act) {
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/replies"));
  await act();
  await stored;
}

/** Waits until a contact of the list is shown, by its number from 0. */
const isShown = (page, number) => page.getByText(`${number + 1} de ${CONTACTS} nesta página`).waitFor();

/** Gives the page an administrator's session without the sign-in screen. */
async function signIn(page, url) {
  await page.goto("/robots.txt");
  const answer = await page.request.post("/api/auth/login", {
    data: ADMIN,
    headers: { Origin: url, "X-Session-Transport": "cookie" },
  });
  const { token, user } = await answer.json();
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("auth_token", token);
      localStorage.setItem("auth_user", user);
    },
    [token, JSON.stringify(user)],
  );
}

/** Fails if a contact has no queued reply. */
async function everyReplyIsStored(vitrine) {
  const headers = await vitrine.signIn();
  const contacts = await (await fetch(`${vitrine.url}/api/contacts`, { headers })).json();
  const answered = contacts.filter(({ delivery }) => delivery === "queued").length;
  if (answered !== CONTACTS) throw new Error(`triage: ${answered} of ${CONTACTS} contacts were answered`);
}

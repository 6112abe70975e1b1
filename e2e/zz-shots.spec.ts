import { signInAsStaff } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const OUT = process.env["SHOTS"] ?? "/tmp/inbox-shots";
const LEADS = [
  [
    "Mariana Alves Pereira",
    "Padaria São José",
    "Suporte Técnico",
    "Boa tarde! A nossa rede cai todo dia por volta das 15h e o caixa para. Somos 12 pessoas em duas lojas. Vocês atendem no sábado?",
  ],
  [
    "João Batista",
    "Clínica Vida",
    "Backup e Recuperação",
    "Perdemos uma planilha ontem e descobrimos que ninguém faz backup. Quanto custa para 8 computadores e um servidor?",
  ],
  [
    "Construtora Horizonte Ltda.",
    "Construtora Horizonte",
    "Soluções em Nuvem",
    "Queremos migrar os arquivos da obra para a nuvem.\n\nSão uns 3 TB, com acesso de campo pelo celular.",
  ],
  [
    "Ana Clara Souza",
    "Escola Caminho",
    "Outro",
    "Preciso de um orçamento para o laboratório de informática.",
  ],
  ["Pedro", "", "Segurança da Informação", "Recebemos um e-mail falso de cobrança e alguém clicou."],
];

test("shots", async ({ page, api }) => {
  test.setTimeout(180_000);
  await signInAsStaff(page);
  const ids: string[] = [];
  for (const [name, company, service, text] of LEADS) {
    const { id } = await api.createContact({
      name,
      company: company || "X",
      message: `Serviço de interesse: ${service}\n\n${text}`,
    });
    ids.push(id);
  }
  await api.updateContact(ids[3]!, { status: "replied" });
  await api.reply(ids[1]!, "Olá, João,\n\nSim, fazemos. Podemos passar aí amanhã?");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [w, h] of [
      [1440, 900],
      [1024, 768],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: w, height: h });
      const shot = (name: string) => page.screenshot({ path: `${OUT}/${name}-${w}-${scheme}.png` });
      await page.goto("/admin/contacts?view=waiting");
      await expect(page.getByRole("link", { name: "Mariana Alves Pereira" })).toBeVisible();
      await shot("list");
      await expectAccessible(page);
      await page.goto(`/admin/contacts/${ids[1]}?view=waiting`);
      await expect(page.getByRole("region", { name: "Linha do tempo" })).toContainText(
        "respondeu por e-mail",
      );
      await page.waitForTimeout(300);
      await shot("open");
      await expectAccessible(page);
      if (w < 1000) {
        await page.getByRole("button", { name: "Responder" }).click();
        await shot("composer");
        await expectAccessible(page);
      }
      await page.goto(`/admin/contacts?view=waiting`);
      await page.getByRole("button", { name: "Filtros" }).click();
      await page.waitForTimeout(200);
      await shot("filters");
      await expectAccessible(page);
      await page.goto(`/admin/contacts?visao=tabela`);
      await expect(page.getByRole("link", { name: "Mariana Alves Pereira" })).toBeVisible();
      await shot("table");
      await page.goto(`/admin/contacts/${ids[1]}?visao=tabela`);
      await expect(page.getByRole("region", { name: "Linha do tempo" })).toContainText(
        "respondeu por e-mail",
      );
      await page.waitForTimeout(300);
      await shot("dialog");
      await expectAccessible(page);
    }
  }
});

import { useSession } from "@/features/accounts/panel/session";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { usePageTitle } from "@/panel/page-title";

export function ForbiddenScreen() {
  const { signOut } = useSession();
  usePageTitle("Acesso negado");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 px-6">
      <p className="text-muted text-sm font-medium">403</p>
      <h1 className="text-2xl font-semibold tracking-tight">Você não tem acesso ao painel</h1>
      <p className="text-muted">
        Esta área é da equipe. Se você faz parte dela, peça a um administrador para mudar o seu perfil.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={paths.home}>Voltar ao Site</a>
        </Button>
        <Button onClick={() => void signOut()}>Sair</Button>
      </div>
    </main>
  );
}

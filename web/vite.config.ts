/**
 * Two builds from one tree. `vite build` writes the browser's assets to dist/client; `vite build --ssr` writes
 * dist/server/entry-server.js, one module that needs nothing but ECMAScript, because it runs in an engine without
 * Node, the DOM, streams or Intl.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env["VITRINE_ADDR"] ?? "127.0.0.1:8080";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** React's string renderer: the streaming one needs TextEncoder and MessageChannel when it is loaded. */
function legacyReactDomServer(): string {
  const manifest = createRequire(import.meta.url).resolve("react-dom/package.json");
  return join(dirname(manifest), "cjs/react-dom-server-legacy.browser.production.js");
}

/** Sonner adds its styles in a <style> element, which `style-src 'self'` refuses. Its style sheet is imported instead. */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: "sonner-without-style-element",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(".*"\);$/m, "");
      if (without === code)
        this.error("sonner no longer inserts its styles in the way that this plugin removes");
      return { code: without, map: null };
    },
  };
}

/**
 * Reduces the size of Lucide's icons. `src/ui/lucide-icon.ts` replaces Lucide's icon component, which is larger than the icons.
 * Only the shapes of an icon remain, without its name, size and random keys, which compress badly.
 */
function smallLucideIcons(): Plugin {
  const component = JSON.stringify(fromHere("src/ui/lucide-icon.ts"));
  return {
    name: "small-lucide-icons",
    load(id) {
      if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.m?js$/.test(id)) return null;
      return `export { createLucideIcon as default } from ${component};`;
    },
    transform(code, id) {
      if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][^\\/]+\.m?js$/.test(id)) return null;
      const shapes =
        /const __iconData = \{[^]*?\bnode: (\[\[.*\]\]|\[[^]*?\n {2}\])[^]*?\n\};\n__iconData\.node;/.exec(
          code,
        );
      // A file that only renames another icon has no data.
      if (!shapes?.[1]) return null;
      const node = shapes[1].replaceAll(/,\s*key: "[^"]*"/g, "");
      return { code: code.replace(shapes[0], `const __iconData = { node: ${node} };`), map: null };
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  appType: "custom",
  publicDir: false,
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement(), smallLucideIcons()],
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${fromHere("src")}/` },
      ...(isSsrBuild ? [{ find: /^react-dom\/server$/, replacement: legacyReactDomServer() }] : []),
    ],
  },
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  ssr: { noExternal: true, target: "webworker" },
  build: {
    target: "es2022",
    emptyOutDir: true,
    reportCompressedSize: false,
    // Fonts and drawings stay files: `font-src 'self'` refuses data URLs, and both builds must agree on addresses.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: "dist/server",
          minify: true,
          rolldownOptions: {
            input: { "entry-server": fromHere("src/entry-server.tsx") },
            output: { format: "es" as const, entryFileNames: "[name].js", codeSplitting: false },
          },
        }
      : {
          outDir: "dist/client",
          manifest: true,
          // The server lists the scripts of the panel in its head, so its dynamic imports only have to wait for styles. Public pages
          // load what an island imports together with it. They have `start` already, and seldom need `render-page`.
          modulePreload: {
            polyfill: false,
            resolveDependencies: (file: string, needs: string[], { hostId }: { hostId: string }) => {
              const isIsland = hostId.includes("/entry-site-") && !file.includes("/render-page-");
              return needs.filter((need) =>
                isIsland ? need !== file && !need.includes("/start-") : need.endsWith(".css"),
              );
            },
          },
          rolldownOptions: {
            // Public pages then have only the constants that they use.
            optimization: { inlineConst: { mode: "all" } },
            input: {
              "entry-site": fromHere("src/entry-site.ts"),
              "entry-panel": fromHere("src/entry-panel.tsx"),
              "entry-consent": fromHere("src/entry-consent.tsx"),
            },
            // Few files instead of one for each icon, because they compress better together.
            output: {
              codeSplitting: {
                groups: [
                  // The panel's addresses. Public pages use two, which are inlined.
                  {
                    name: "panel-paths",
                    test: /src\/lib\/panel-paths\.ts$/,
                    priority: 3,
                  },
                  {
                    name: "react",
                    test: /node_modules\/(react|react-dom|scheduler)\/|src\/ui\/lucide-icon\.ts$|lucide-react\/dist\/esm\/create/,
                    priority: 2,
                  },
                  // Small modules that the start of public pages and of the panel share.
                  {
                    name: "start",
                    test: /src\/(api\/session|lib\/(notice|page-shown|reload-after-upgrade|server-up|storage)|ui\/toast)\.ts$|vite\/preload-helper/,
                    priority: 1,
                  },
                  // Also for the session of visitors who have one.
                  {
                    name: "calls",
                    test: /src\/(api\/(api-error|call)|features\/accounts\/core\/log-failure)\.ts$/,
                    priority: 1,
                  },
                  // Small modules that most islands need.
                  {
                    name: "islands",
                    test: /src\/(frames\/site\/hydrate|ui\/(button|field|island|trap|unbroken)|lib\/copy-text)\.tsx?$|node_modules\/clsx\/dist\/lite|icons\/(arrow-left|arrow-right|chevron-down|circle-alert|mail|message-circle|search)\.m?js$/,
                  },
                  // Small modules that the islands of accounts share.
                  {
                    name: "account-islands",
                    test: /src\/(features\/accounts\/(core\/(passkey-support|second-factor)|site\/(check-account|no-script|use-form))|lib\/download)\.tsx?$/,
                  },
                ],
              },
            },
          },
        }),
  },
  optimizeDeps: { exclude: ["sonner"] },
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    proxy: {
      // Everything that is not Vite's own goes to the server, which renders the page.
      "^/(?!@|src/|node_modules/|\\.\\./|__)": { target: `http://${server}`, changeOrigin: false },
    },
  },
  test: {
    environment: "happy-dom",
    // Without it, each stylesheet that a test adds is reported as an error, because none is loaded.
    environmentOptions: {
      happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } },
    },
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    restoreMocks: true,
    // The files of a worker share libraries and the page, because loading them for each file takes most of the time.
    isolate: false,
  },
}));

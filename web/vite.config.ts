import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Two builds from one tree. `vite build` writes the browser's assets to dist/client; `vite build --ssr` writes
 * dist/server/entry-server.js, one module that needs nothing but ECMAScript, because it runs in an engine without
 * Node, the DOM, streams or Intl.
 */

const server = process.env["VITRINE_ADDR"] ?? "127.0.0.1:8080";

const from_here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** React's string renderer: the streaming one needs TextEncoder and MessageChannel when it is loaded. */
function legacy_react_dom_server(): string {
  const manifest = createRequire(import.meta.url).resolve("react-dom/package.json");
  return join(dirname(manifest), "cjs/react-dom-server-legacy.browser.production.js");
}

/** Sonner puts its styles into a <style> element, which `style-src 'self'` refuses; we import its style sheet instead. */
function sonner_without_style_element(): Plugin {
  return {
    name: "sonner-without-style-element",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(".*"\);$/m, "");
      if (without === code) this.error("sonner no longer inserts its styles the way this plugin removes");
      return { code: without, map: null };
    },
  };
}

/**
 * Lucide's component of an icon weighs more than the icons: `src/ui/lucide-icon.ts` replaces it. Of an icon's data only
 * the shapes are kept: the names, sizes and random keys do not compress.
 */
function small_lucide_icons(): Plugin {
  const component = JSON.stringify(from_here("src/ui/lucide-icon.ts"));
  return {
    name: "small-lucide-icons",
    load(id) {
      if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.m?js$/.test(id)) return null;
      return `export { createLucideIcon as default } from ${component};`;
    },
    transform(code, id) {
      if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][^\\/]+\.m?js$/.test(id)) return null;
      const shapes = /const __iconData = \{[^]*?\bnode: (\[[^]*?\n {2}\])[^]*?\n\};\n__iconData\.node;/.exec(
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
  plugins: [react(), tailwindcss(), sonner_without_style_element(), small_lucide_icons()],
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${from_here("src")}/` },
      ...(isSsrBuild ? [{ find: /^react-dom\/server$/, replacement: legacy_react_dom_server() }] : []),
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
            input: { "entry-server": from_here("src/entry-server.tsx") },
            output: { format: "es" as const, entryFileNames: "[name].js", codeSplitting: false },
          },
        }
      : {
          outDir: "dist/client",
          manifest: true,
          // The server names a page's scripts in its head; only styles of what comes later must still be awaited.
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_: string, needs: string[]) =>
              needs.filter((file) => file.endsWith(".css")),
          },
          rolldownOptions: {
            input: {
              "entry-site": from_here("src/entry-site.tsx"),
              "entry-panel": from_here("src/entry-panel.tsx"),
              "entry-consent": from_here("src/entry-consent.tsx"),
            },
            // Few files rather than one for each icon: they travel smaller together.
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: "react",
                    test: /node_modules\/(react|react-dom|scheduler)\/|src\/ui\/lucide-icon\.ts$|lucide-react\/dist\/esm\/create/,
                    priority: 2,
                  },
                  // What every public page needs, or most of those with a form.
                  {
                    name: "site",
                    test: /src\/(frames\/site\/site|ui\/(button|field|unbroken|drawing\/drawing)|api\/(call|api-error)|features\/accounts\/core\/log-failure|lib\/(copy-text|reload-after-upgrade))\.tsx?$|icons\/(arrow-left|arrow-right|check)\.mjs$/,
                    priority: 1,
                  },
                  // What the pages about the company's services share.
                  {
                    name: "services",
                    test: /src\/ui\/check-list\.tsx$|icons\/(clock|map-pin)\.mjs$/,
                  },
                  // Small parts of the pages of accounts that the panel needs too, or several of those pages.
                  {
                    name: "account",
                    test: /src\/(features\/accounts\/(core\/(second-factor|passkey-support)|site\/no-script)|lib\/download)\.tsx?$/,
                  },
                  {
                    name: "sign-in",
                    test: /src\/features\/accounts\/core\/(next-path|use-passkey-sign-in)\.ts$/,
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
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
}));

import js from "@eslint/js";
import jsx_a11y from "eslint-plugin-jsx-a11y";
import react_hooks from "eslint-plugin-react-hooks";
import import_sort from "eslint-plugin-simple-import-sort";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist", "src/api/types.ts"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ["src/**/*.tsx"],
    plugins: { "react-hooks": react_hooks },
    rules: react_hooks.configs.recommended.rules,
  },
  { files: ["src/**/*.tsx"], ...jsx_a11y.flatConfigs.strict },
  {
    plugins: { "import-sort": import_sort },
    rules: {
      // Packages first, then own modules, each sorted by path.
      "import-sort/imports": ["error", { groups: [["^\\u0000"], ["^node:", "^@?\\w"], ["^@/", "^\\."]] }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "no-console": "error",
    },
  },
  { files: ["**/*.js", "**/*.mjs"], ...ts.configs.disableTypeChecked },
  { files: ["**/*.mjs", "**/*.js"], languageOptions: { globals: globals.node } },
);

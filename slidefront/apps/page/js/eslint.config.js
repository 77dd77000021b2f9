// How the modules are linted: `make lint-js`, which needs npm. No plug-ins.

const BROWSER = [
  "Blob", "CustomEvent", "DOMPoint", "DecompressionStream", "EventTarget", "IntersectionObserver", "ResizeObserver",
  "Response", "URL", "URLSearchParams", "Worker", "addEventListener", "atob", "clearInterval", "clearTimeout",
  "devicePixelRatio", "document", "getComputedStyle", "history", "location", "matchMedia", "navigator", "performance",
  "requestAnimationFrame", "self", "setInterval", "setTimeout", "structuredClone", "window",
];

export default [
  {
    files: ["*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "module",
      globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])),
    },
    rules: {
      camelcase: "error",
      complexity: ["error", 15],
      eqeqeq: "error",
      "max-lines": ["error", 600],
      "max-params": ["error", 10],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
];

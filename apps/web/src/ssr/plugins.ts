/** What the build needs besides Vite and React's plugin, for pages that the server draws; see README.md here. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COLORS, PRODUCT_NAME, TAGLINE } from '@marquee/booking';
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { CSSOptions, Plugin } from 'vite';
import { sprite } from '../ui/sprite.ts';
import { colorVariables, PALETTE, tokens } from '../theme/tokens.ts';
import type { ShortNames } from './names.ts';

/** Where Mantine's style sheets are, one a component. */
export const MANTINE_STYLES = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));

/**
 * Mantine's styles, of those components only that a screen uses, beside that screen's code: each component's class
 * names bring its style sheet. Every sheet is a cascade layer of its own, and the layers' order is told first, so it
 * does not matter which sheet arrives when; the product's own rules are in no layer and win. The variables of the theme
 * are part of it: no page needs a style element of Mantine's. `names`: what classes are called in the build; the
 * development server, without, takes all styles.
 */
export function mantineStyles(names?: ShortNames): Plugin {
  const BASE = ['baseline', 'global'];
  const folder = MANTINE_STYLES;
  const sheet = (name: string) => `@mantine/core/styles/${name}.layer.css`;
  const layers = layersInOrder(folder, BASE);
  // By their places: every page names all of them.
  const layerOf = (name: string) => `m${layers.indexOf(name).toString(36)}`;
  const id = 'virtual:mantine.css';
  return {
    name: 'marquee:mantine-styles',
    enforce: 'pre',
    resolveId(source) {
      if (source === id) return `\0${id}`;
      // A component's class names, and with them its sheet, without the component.
      const [, name] = /^mantine:(\w+)$/.exec(source) ?? [];
      return name === undefined ? undefined : classNamesOf(folder, name);
    },
    load(source) {
      if (source !== `\0${id}`) return undefined;
      if (names === undefined) return `@import '@mantine/core/styles.layer.css';\n${themeVariables()}`;
      // Written out: what a sheet imports is put in its place without passing `transform`.
      const base = BASE.map((name) =>
        inLayer(layerOf(name), names.ofMantine(readFileSync(join(folder, `${name}.layer.css`), 'utf8'))),
      );
      return [`@layer ${layers.map(layerOf).join(', ')};`, themeVariables(), ...base].join('\n');
    },
    transform(code, source) {
      if (names === undefined || !/\/@mantine\/core\/|\/src\/ui\/plain/.test(source)) return undefined;
      const short = names.ofMantine(code);
      const [, used] = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(source) ?? [];
      if (used !== undefined) return { code: `import '${sheet(used)}';\n${short}`, map: null };
      const [, name] = /\/@mantine\/core\/styles\/([\w-]+)\.layer\.css$/.exec(source) ?? [];
      return { code: name === undefined ? short : inLayer(layerOf(name), short), map: null };
    },
  };
}

/** Parts of Mantine's components that no screen has, by their names in the components' class names. */
const ABSENT: Record<string, readonly string[]> = {
  ActionIcon: ['group', 'groupSection'],
  Avatar: ['group'],
  Button: ['group', 'groupSection'],
  Card: ['section'],
  Checkbox: ['input--light', 'input--outline'],
  Input: ['bottomSection', 'success'],
  Loader: ['barsLoader', 'bar', 'dotsLoader', 'dot'],
};
/** What no element has: a direction of its text, gradients, a field to be cleared, praised or for code. */
const ABSENT_ATTRIBUTES =
  /\[dir=|\[data-variant=['"]?gradient|\[data-combined-clear-section\]|\[data-success\]|\[data-monospace\]/;
/** Of sizes by name: those that nothing has, or that are told in pixels (ui/plain.tsx). */
const ABSENT_VARIABLES =
  /^--(button-(height|padding-x)-compact-|ai-size-|avatar-size-\w+|badge-(height|fz|padding-x)-(xs|sm|xl)$)/;

/**
 * For PostCSS: leaves out of the sheets what no page can show, which every page would carry in its style element, and
 * Mantine's factor for the size of everything, which is 1. `names` as for `mantineStyles`.
 */
export function leanStyles(names?: ShortNames): NonNullable<PostCss['plugins']>[number] {
  const absent = new RegExp(
    Object.entries(ABSENT)
      .flatMap(([name, parts]) => {
        const classes = readFileSync(classNamesOf(MANTINE_STYLES, name), 'utf8');
        return parts.map((part) => {
          const [, className] = new RegExp(`"${part}": "(m_[0-9a-f]+)"`).exec(classes) ?? [];
          if (className === undefined) throw new Error(`Mantine's ${name} has no ${part}`);
          return `\\.${names?.ofMantine(className) ?? className}\\b`;
        });
      })
      .join('|'),
  );
  // The product's own names are as they are written here, and may be what one of Mantine's is shortened to.
  const isAbsent = (selector: string, file = '') =>
    ABSENT_ATTRIBUTES.test(selector) || (file.includes('/@mantine/') && absent.test(selector));
  return {
    postcssPlugin: 'marquee:lean-styles',
    Rule(rule) {
      const selectors = rule.selectors.filter((selector) => !isAbsent(selector, rule.source?.input.file));
      if (selectors.length === 0) rule.remove();
      else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
    },
    Declaration(declaration) {
      if (ABSENT_VARIABLES.test(declaration.prop)) return void declaration.remove();
      const value = declaration.value.replaceAll(/calc\((-?[\d.]+rem) \* var\(--mantine-scale\)\)/g, '$1');
      if (value !== declaration.value) declaration.value = value;
    },
  };
}

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>;

/** The file with a component's class names. Throws when Mantine has none of that name. */
function classNamesOf(folder: string, name: string): string {
  const found = ['components', 'utils']
    .map((kind) => join(folder, `../esm/${kind}/${name}/${name}.module.mjs`))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`Mantine has no class names of ${name}`);
  return found;
}

/** Variables that neither Mantine's sheets nor ours read, nor what our screens draw with their colours and variants. */
const UNREAD =
  /^--mantine-(primary-color-(\d|contrast)|breakpoint-\w+|z-index-\w+|h[56]-[\w-]+|heading-font-weight|radius-xs|color-success|color-(?!iris)\w+-outline(-hover)?|color-dark-(text|light[\w-]*|filled-hover))$/;

/** The theme as CSS variables, as Mantine's provider would draw them into each page, for the colours of the palette. */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, tokens);
  const theme = { ...merged, colors: Object.fromEntries(PALETTE.map((name) => [name, merged.colors[name]])) };
  const [all, ours] = [defaultCssVariablesResolver(theme as typeof merged), colorVariables(theme as typeof merged)];
  const together = (part: 'variables' | 'light' | 'dark') =>
    Object.fromEntries(Object.entries({ ...all[part], ...ours[part] }).filter(([name]) => !UNREAD.test(name)));
  return convertCssVariables(
    { variables: together('variables'), light: together('light'), dark: together('dark') },
    ':root',
  );
}

/**
 * A sheet in a layer of its own. One left in `mantine` itself would win over every component, whatever the order.
 * Throws when the sheet is in no layer.
 */
function inLayer(layer: string, sheet: string): string {
  const WHOLE = '@layer mantine {';
  if (!sheet.startsWith(WHOLE)) throw new Error(`A sheet of Mantine's does not begin with ${WHOLE}`);
  return sheet.replace(WHOLE, `@layer ${layer} {`);
}

/** Mantine's own order: that of its whole style sheet. */
function layersInOrder(folder: string, base: readonly string[]): string[] {
  const whole = readFileSync(join(folder, '../styles.css'), 'utf8');
  const place = (name: string) =>
    whole.indexOf(/m_[0-9a-f]+/.exec(readFileSync(join(folder, `${name}.css`), 'utf8'))?.[0] ?? name);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.layer.css'))
    .map((file) => file.replace('.layer.css', ''));
  const components = names
    .filter((name) => !base.includes(name) && name !== 'default-css-variables')
    .toSorted((a, b) => place(a) - place(b));
  return [...base, ...components];
}

/** Puts the product's name, what it promises, the colours of its pages and the icons of lists into index.html. */
export function namedProduct(): Plugin {
  return {
    name: 'marquee:named-product',
    transformIndexHtml: (html) =>
      html
        .replace('%PRODUCT_NAME%', PRODUCT_NAME)
        .replace('%TAGLINE%', TAGLINE)
        .replace('%LIGHT_PAGE%', COLORS.gray[0])
        .replace('%DARK_PAGE%', COLORS.dark[8])
        .replace('%ICONS%', sprite)
        // Remarks and indents are for those who read the file: every page would carry them.
        .replaceAll(/^\s*\/\/ .*\n/gm, '')
        .replaceAll(/\n\s+/g, '\n'),
  };
}

/** For the server's build: each screen says in which file it is, as Vite's manifest names it. */
export function namedScreens(): Plugin {
  const root = join(import.meta.dirname, '../..');
  return {
    name: 'marquee:named-screens',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: (code, source) =>
      /\/src\/pages\/\w+Page\.tsx$/.test(source)
        ? { code: `${code}\nexport const source = ${JSON.stringify(relative(root, source))};`, map: null }
        : undefined,
  };
}

const functionOf = (name: string) => new RegExp(`^function ${name}\\([^]*?^}$`, 'gm');

/** What React Router does only with its own server around it, by the functions where it begins, and what they answer. */
const OF_ITS_SERVER = {
  Await: 'null',
  // Every error has a screen of ours.
  DefaultErrorComponent: 'null',
  PrefetchPageLinks: 'null',
  RSCErrorHandler: 'null',
  RemixRootDefaultErrorBoundary: 'null',
  deserializeErrors: 'null',
  getRouteInstrumentationUpdates: '{}',
  instrumentClientSideRouter: 'arguments[0]',
  normalizeNavigateOptions: '{ path: arguments[1] }',
  useNavigateUnstable: 'undefined',
  usePrefetchBehavior: '[false, null, {}]',
};
/** Of its router: what only fetchers, actions and routes that come from a server ask for. The product has none. */
const ABSENT_IN_ROUTER = [
  'handleAction',
  'handleFetcherAction',
  'handleFetcherLoader',
  'fetch2',
  'discoverRoutes',
  'patchRoutes',
  '_internalSetRoutes',
];
/** It tells that server's client which links to ask about. */
const DISCOVERED = '"data-discover": !isAbsolute && discover === "render" ? "true" : void 0';

/**
 * Takes that out of the router's one file, and marks components that nobody uses as such, so that they are left out.
 * Fails when the file is not as it was: then look again what there is to take out.
 */
export function leanRouter(): Plugin {
  let isDone = false;
  return {
    name: 'marquee:lean-router',
    apply: 'build',
    transform(code, source) {
      if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(source) || !code.includes('function createRouter('))
        return undefined;
      const replaced = (text: string, what: RegExp | string, by: string) => {
        const after = text.replaceAll(what, by);
        if (after === text) throw new Error(`React Router has no ${String(what)} any more`);
        return after;
      };
      let lean = replaced(code, DISCOVERED, '');
      for (const [name, answer] of Object.entries(OF_ITS_SERVER))
        lean = replaced(lean, functionOf(name), `function ${name}() { return ${answer}; }`);
      for (const name of ABSENT_IN_ROUTER)
        lean = replaced(
          lean,
          new RegExp(`^  (?:async )?function ${name}\\([^]*?^  }$`, 'gm'),
          `  function ${name}() { throw new Error("${name} is left out of the router: ssr/plugins.ts"); }`,
        );
      lean = replaced(lean, /^var AwaitErrorBoundary = [^]*?^};$/gm, '');
      lean = replaced(lean, /^var loadLazyRouteProperty = [^]*?^};$/gm, 'var loadLazyRouteProperty = () => undefined;');
      lean = replaced(lean, /fogOfWar\.active(?! =)/g, 'false');
      lean = replaced(
        lean,
        /^function ScrollRestoration\([^]*?^}$/gm,
        'function ScrollRestoration(given) { useScrollRestoration(given); return null; }',
      );
      // Its warnings are for who writes the routes.
      lean = replaced(lean, /^function (warning|warnOnce|warningOnce)\(/gm, '/* @__NO_SIDE_EFFECTS__ */ function $1(');
      // The server matches each page's address against routes that never change.
      lean = replaced(
        lean,
        /^function flattenAndRankRoutes\(routes\) \{\n  let branches = flattenRoutes\(routes\);/gm,
        `var RANKED = /* @__PURE__ */ new WeakMap();
function flattenAndRankRoutes(routes) {
  let branches = RANKED.get(routes);
  if (branches !== void 0) return branches;
  branches = flattenRoutes(routes);
  RANKED.set(routes, branches);`,
      );
      lean = replaced(lean, /^\w+\.displayName = .*;$/gm, '');
      lean = replaced(
        lean,
        /^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm,
        'var $1 = /* @__PURE__ */ $2',
      );
      isDone = true;
      return { code: lean, map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isDone) throw new Error('React Router’s file was not found');
    },
  };
}

/** Icons of Lucide's are made by ui/lucide.ts. */
export function leanIcons(): Plugin {
  return {
    name: 'marquee:lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source.endsWith('/createLucideIcon.mjs') && importer.includes('/lucide-react/dist/esm/icons/')
        ? join(import.meta.dirname, '../ui/lucide.ts')
        : undefined,
  };
}

/** Beside every text file of the browser's build: the same, compressed as far as it goes. */
export function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'marquee:compressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.(js|css|svg|json|txt)$/.test(file) && !file.startsWith('.'),
      );
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(join(dir, file));
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          };
          writeFileSync(join(dir, `${file}.br`), await brotli(content, { params }));
          writeFileSync(join(dir, `${file}.gz`), await zip(content, { level: 9 }));
        }),
      );
    },
  };
}

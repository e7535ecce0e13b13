import { describe, expect, it } from 'vitest';
import { checkDependencies } from './check-dependencies.ts';

const EXPORTS: Record<string, unknown> = {
  '@mantine/core': { '.': {}, './styles/*': './styles/*', './lib/*.css': './lib/*.css' },
  'react-router': { '.': {}, './dom': {} },
  'lucide-react': { '.': {}, './icons/*': {}, './dist/hidden.js': null },
  open: { './*': './*' },
};
const listProblems = (text: string, path = 'apps/web/src/main.tsx') =>
  checkDependencies([{ path, text }], (name) => EXPORTS[name]).map(({ line, message }) => `${line}: ${message}`);

const config = (code: string) =>
  listProblems(`import { defineConfig } from 'vite';\n${code}`, 'apps/web/vite.config.ts');

describe('checkDependencies on forbidden code', () => {
  it.each([
    ['an import from an internal folder', `import x from '@mantine/core/esm/core/Box.mjs';`],
    ['an import from the built files', `import x from 'react-router/dist/production/index.mjs';`],
    ['an import of types only', `import type { X } from 'react-router/dist/development/index.d.ts';`],
    ['a re-export', `export { x } from 'lucide-react/dist/esm/createLucideIcon.mjs';`],
    ['a dynamic import', `const x = await import('react-router/dist/x.mjs');`],
    ['the path of an internal file', `const x = require.resolve('react-router/dist/x.mjs');`],
    ['a file that the package hides', `import x from 'lucide-react/dist/hidden.js';`],
    ['a package that exports every file', `import x from 'open/lib/x.js';`],
    ['a package without exports', `import x from 'unknown/lib/x.js';`],
    ['a query after the path', `import x from '@mantine/core/esm/core.css?inline';`],
  ])('refuses %s', (_, text) => expect(listProblems(text)).toEqual([expect.stringContaining('an internal file of')]));

  it('refuses an import through node_modules', () =>
    expect(listProblems(`\nimport x from '../../../node_modules/react-router/index.js';`)).toEqual([
      expect.stringMatching(/^2: .*import what the package exports instead$/),
    ]));

  it('refuses to import a style sheet that the package does not export', () =>
    expect(listProblems(`@import url('@mantine/core/esm/Button.css');`, 'apps/web/src/theme/mantine.css')).toHaveLength(
      1,
    ));

  it.each([
    ['rewrites a package', String.raw`({ transform: (code, id) => (/\/react-router\/dist\//.test(id) ? '' : code) })`],
    ['rewrites every file', `({ transform(code) { return code.replace('a', 'b'); } })`],
    ['rewrites a package and our own files', String.raw`({ transform: (c, id) => /\/@mantine\/|\/src\/ui/.test(id) })`],
    ['replaces a file below node_modules', `({ load: (id) => id.includes('node_modules') })`],
    ['rewrites the finished chunks', `({ renderChunk: (code) => code.replace('a', 'b') })`],
  ])('refuses a build plugin that %s', (_, plugin) =>
    expect(config(`export const plugin = () => [${plugin}];`)).toEqual([expect.stringContaining('dependency')]),
  );

  it.each(['alias', 'postcss', 'resolveId'])('refuses a build configuration with %s', (name) =>
    expect(config(`export default defineConfig({ resolve: { ${name}: [] } });`)).toEqual([
      expect.stringContaining(`sets ${name}`),
    ]),
  );
});

describe('checkDependencies on allowed code', () => {
  it.each([
    ['a package by its name', `import x from 'react-router';`],
    ['a documented part of a package', `import x from 'react-router/dom';`],
    ['a documented style sheet', `import '@mantine/core/styles/Button.layer.css';`],
    ['a documented pattern in an internal folder', `import '@mantine/core/lib/x.css';`],
    ['our own file in a folder named lib', `import x from './lib/x.ts';`],
    ['a module of Node', `import x from 'node:fs/promises';`],
  ])('allows %s', (_, text) => expect(listProblems(text)).toEqual([]));

  it('allows a build plugin that changes our own files', () =>
    expect(config(String.raw`({ transform: (code, id) => (/\/src\/pages\//.test(id) ? code : undefined) });`)).toEqual(
      [],
    ));

  it('allows a function named transform outside the build', () =>
    expect(listProblems(`export const x = { transform: (text: string) => text };`)).toEqual([]));
});

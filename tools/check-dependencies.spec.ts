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

describe('checkDependencies refuses', () => {
  it.each([
    ['an import from an internal folder', `import x from '@mantine/core/esm/core/Box.mjs';`],
    ['an import from the built files', `import x from 'react-router/dist/production/index.mjs';`],
    ['an import of types only', `import type { X } from 'react-router/dist/development/index.d.ts';`],
    ['a re-export', `export { x } from 'lucide-react/dist/esm/createLucideIcon.mjs';`],
    ['a dynamic import', `const x = await import('react-router/dist/x.mjs');`],
    ['the path of an internal file', `const x = require.resolve('react-router/dist/x.mjs');`],
    ['a file that the package hides', `import x from 'lucide-react/dist/hidden.js';`],
    ['a package that opens every file', `import x from 'open/lib/x.js';`],
    ['a package without exports', `import x from 'unknown/lib/x.js';`],
    ['a query after the path', `import x from '@mantine/core/esm/core.css?inline';`],
  ])('%s', (_, text) => expect(listProblems(text)).toEqual([expect.stringContaining('an internal file of')]));

  it('an import through node_modules', () =>
    expect(listProblems(`\nimport x from '../../../node_modules/react-router/index.js';`)).toEqual([
      expect.stringMatching(/^2: .*import what the package exports instead$/),
    ]));

  it('an internal style sheet', () =>
    expect(listProblems(`@import url('@mantine/core/esm/Button.css');`, 'apps/web/src/theme/mantine.css')).toHaveLength(
      1,
    ));

  it.each([
    ['rewrites a package', String.raw`({ transform: (code, id) => (/\/react-router\/dist\//.test(id) ? '' : code) })`],
    ['rewrites every file', `({ transform(code) { return code.replace('a', 'b'); } })`],
    [
      'rewrites a package beside our own files',
      String.raw`({ transform: (c, id) => /\/@mantine\/|\/src\/ui/.test(id) })`,
    ],
    ['loads a file in place of one below node_modules', `({ load: (id) => id.includes('node_modules') })`],
    ['rewrites the finished chunks', `({ renderChunk: (code) => code.replace('a', 'b') })`],
  ])('a build plugin that %s', (_, plugin) =>
    expect(config(`export const plugin = () => [${plugin}];`)).toEqual([expect.stringContaining('dependency')]),
  );

  it.each(['alias', 'postcss', 'resolveId'])('a build configuration with %s', (name) =>
    expect(config(`export default defineConfig({ resolve: { ${name}: [] } });`)).toEqual([
      expect.stringContaining(`sets ${name}`),
    ]),
  );
});

describe('checkDependencies allows', () => {
  it.each([
    ['a package by its name', `import x from 'react-router';`],
    ['a documented part of a package', `import x from 'react-router/dom';`],
    ['a documented style sheet', `import '@mantine/core/styles/Button.layer.css';`],
    ['a documented pattern in an internal folder', `import '@mantine/core/lib/x.css';`],
    ['a file of ours in a folder of that name', `import x from './lib/x.ts';`],
    ['a module of Node', `import x from 'node:fs/promises';`],
  ])('%s', (_, text) => expect(listProblems(text)).toEqual([]));

  it('a build plugin that changes files of ours', () =>
    expect(config(String.raw`({ transform: (code, id) => (/\/src\/pages\//.test(id) ? code : undefined) });`)).toEqual(
      [],
    ));

  it('a function called transform outside of the build', () =>
    expect(listProblems(`export const x = { transform: (text: string) => text };`)).toEqual([]));
});

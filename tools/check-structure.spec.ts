import { describe, expect, it } from 'vitest';
import { checkAllowances, checkSizes, checkStructure, type Project } from './check-structure.ts';
import { ALLOWED_FEATURE_IMPORTS, LONG_FILES } from './structure.ts';

const project = (
  folder: string,
  tags: string[],
  dependencies: string[] = [],
  devDependencies: string[] = [],
): Project => ({
  folder,
  name: `@marquee/${folder.split('/').at(-1)}`,
  tags,
  dependencies,
  devDependencies,
});
const PROJECTS = [
  project('apps/api', ['type:app', 'runs:server'], ['@marquee/money', 'kysely', 'stripe'], ['@marquee/tools']),
  project('apps/web', ['type:app', 'runs:browser'], ['@marquee/money', 'react'], ['@marquee/api']),
  project('apps/web-e2e', ['type:app', 'runs:server'], [], ['@marquee/tools']),
  project('libs/money', ['type:lib', 'runs:anywhere'], ['zod']),
  project('libs/booking', ['type:lib', 'runs:anywhere'], ['@marquee/money']),
  project('tools', ['type:tool', 'runs:server'], ['pg'], ['@marquee/api']),
];

const listProblems = (path: string, text: string) =>
  checkStructure(PROJECTS, [{ path, text }]).map(({ line, message }) => `${line}: ${message}`);
/** Returns the path of a module's file. The context does not matter to the rules. */
const module = (file: string) => `apps/api/src/modules/booking/${file}`;
const web = (file: string) => `apps/web/src/${file}`;

describe('checkStructure on forbidden code', () => {
  it.each([
    [
      'a test title that begins with a subject',
      'apps/api/test/core/a.spec.ts',
      `it('The brand pays', run);`,
      'begin with a verb',
    ],
    [
      'a test title with an article in a table of cases',
      'apps/api/test/core/a.spec.ts',
      'it.each(rows)(`a brand pays ${price}`, run);',
      'begin with a verb',
    ],
    ['a comment beyond column 120', 'apps/api/src/config/log.ts', `// ${'word '.repeat(24)}`, 'goes beyond column 120'],
    ['a page outside the contexts', web('pages/PackagesPage.tsx'), '', 'the folders are identity, catalog'],
    ['a test outside the contexts', 'apps/api/test/packages/a.spec.ts', '', 'the folders are identity, catalog'],
    ['a browser test outside the contexts', 'apps/web-e2e/a.spec.ts', '', 'the folders are identity, catalog'],
    // Imports between projects
    [
      'a workspace package that is not declared',
      'apps/web/src/main.tsx',
      `import { movesFrom } from '@marquee/booking';`,
      'apps/web/package.json does not declare; add it there',
    ],
    [
      'the API in the web app',
      'apps/web/src/trpc.ts',
      `import { appRouter } from '@marquee/api/router';`,
      'may only `import type`',
    ],
    [
      'the API in the web app with an inline type import',
      'apps/web/src/trpc.ts',
      `import { type AppRouter } from '@marquee/api/router';`,
      'may only `import type`',
    ],
    [
      'a type from another part of the API in the web app',
      'apps/web/src/trpc.ts',
      `import type { Env } from '@marquee/api/env';`,
      'may only `import type` from @marquee/api/router',
    ],
    [
      'a relative path into another project',
      'apps/web/src/main.tsx',
      `import '../../../libs/money/src/index.ts';`,
      'imports a file of libs/money; import from @marquee/money instead',
    ],
    [
      'a relative path to a file outside all projects',
      'apps/api/src/process/main.ts',
      `import '../../../vitest.config.ts';`,
      'is in no project',
    ],
    [
      'a higher layer of the Stripe stand-in in a lower one',
      'tools/stand-ins/stripe/protocol/call.ts',
      `import type { Faults } from '../control/faults.ts';`,
      'protocol may not import control',
    ],
    [
      'api.ts of the stand-in in one of its layers',
      'tools/stand-ins/stripe/control/api.ts',
      `import type { Api } from '../api.ts';`,
      'control may not import api.ts',
    ],
    [
      'an app that tools do not declare',
      'tools/start.ts',
      `import { App } from '../apps/web/src/App.tsx';`,
      'imports @marquee/web, which tools/package.json does not declare',
    ],
    [
      'tools in the product',
      'apps/api/src/http/server.ts',
      `import '@marquee/tools/local/postgres';`,
      'the product does not import them',
    ],
    [
      'a package other than zod in a library',
      'libs/money/src/index.ts',
      `import dayjs from 'dayjs';`,
      'a library uses zod and nothing else',
    ],
    ['a Node module in a library', 'libs/money/src/index.ts', `import { readFileSync } from 'node:fs';`, 'does no I/O'],
    ['kysely in the web app', 'apps/web/src/a.ts', `import type { Kysely } from 'kysely';`, 'move this to apps/api'],
    ['pg in the web app', 'apps/web/src/a.ts', `const pg = await import('pg');`, 'move this to apps/api'],
    ['fastify in the web app', 'apps/web/src/a.ts', `export { fastify } from 'fastify';`, 'move this to apps/api'],
    ['stripe in the web app', 'apps/web/src/a.ts', `import Stripe from 'stripe';`, 'move this to apps/api'],
    ['react in the API', 'apps/api/src/core/a.ts', `import { useState } from 'react';`, 'move this to apps/web'],
    [
      'Mantine in the API',
      'apps/api/src/core/a.ts',
      `type A = import('@mantine/core').ButtonProps;`,
      'move this to apps/web',
    ],
    // File names in a module
    ['a file without a role', module('bookings/helpers.ts'), '', 'is not named <noun>.<role>.ts'],
    ['a role that does not exist', module('bookings/bookings.utils.ts'), '', 'is not named <noun>.<role>.ts'],
    ["another module's special role", module('bookings/bookings.sessions.ts'), '', 'is not named <noun>.<role>.ts'],
    ['a folder in a module', module('bookings/sql/bookings.sql.ts'), '', 'is not named <noun>.<role>.ts'],
    ['an unknown module', module('escrow/escrow.service.ts'), '', 'add it with the modules that it may import'],
    // Imports between modules
    [
      'a module import in the wrong direction',
      module('bookings/bookings.service.ts'),
      `import { capture } from '../payments/payments.service.ts';`,
      'bookings may not import payments',
    ],
    [
      'a type import between modules in the wrong direction',
      module('auth/auth.service.ts'),
      `import type { Pack } from '../packages/packages.sql.ts';`,
      'auth may not import packages',
    ],
    [
      "another module's queries",
      module('bookings/bookings.service.ts'),
      `import { insertTransaction } from '../ledger/ledger.sql.ts';`,
      'move the imported function to ledger/*.service.ts',
    ],
    [
      "another module's queries with an inline type import",
      module('bookings/bookings.service.ts'),
      `import { type Row } from '../ledger/ledger.sql.ts';`,
      'move the imported function to ledger/*.service.ts',
    ],
    [
      "another module's gateway",
      module('profiles/profiles.service.ts'),
      `import { pay } from '../bookings/bookings.gateway.ts';`,
      "a module calls another's service",
    ],
    // Imports between layers and features of the web app
    [
      'a feature that imports a page',
      web('features/booking/bookings/BookingCard.tsx'),
      `import { Page } from '../../../pages/booking/BookingsPage.tsx';`,
      'features may not import pages',
    ],
    [
      'a domain type in ui',
      web('ui/Facts.tsx'),
      `import type { Booking } from '../features/booking/bookings/booking.ts';`,
      'ui may not import features',
    ],
    [
      'the session in ui',
      web('ui/Head.tsx'),
      `import type { User } from '../session.ts';`,
      'ui may not import session.ts',
    ],
    [
      'the layout in a page',
      web('pages/catalog/HomePage.tsx'),
      `const { Layout } = await import('../../layout/Layout.tsx');`,
      'pages may not import layout',
    ],
    [
      'a page that imports another page',
      web('pages/identity/LoginPage.tsx'),
      `import { Page } from './AuthPage.tsx';`,
      'a page does not import another page',
    ],
    [
      'a feature import in the wrong direction',
      web('features/booking/bookings/Dispute.tsx'),
      `import { Breakdown } from '../../money/payments/Breakdown.tsx';`,
      'bookings may not import payments',
    ],
    [
      "another feature's styles",
      web('features/money/payments/Payment.tsx'),
      `import classes from '../../booking/bookings/Timeline.module.css';`,
      'payments may not import bookings',
    ],
    ['an unknown feature', web('features/catalog/wishes/Wish.tsx'), '', 'add it with the features that it may import'],
    ['an unknown layer', web('utils/dates.ts'), '', 'is in no layer of the web app'],
    // Restricted packages and globals
    [
      'kysely in a service',
      module('bookings/bookings.service.ts'),
      `import { sql } from 'kysely';`,
      'queries are in <noun>.sql.ts',
    ],
    [
      'a subpath of kysely in a router',
      module('bookings/bookings.router.ts'),
      `import { jsonArrayFrom } from 'kysely/helpers/postgres';`,
      'queries are in <noun>.sql.ts',
    ],
    [
      'a query for all columns of a table',
      module('bookings/bookings.sql.ts'),
      `export const find = (db) => db.selectFrom('booking').selectAll('booking');`,
      'list the columns',
    ],
    [
      'a statement that returns all columns',
      module('bookings/bookings.sql.ts'),
      `export const insert = (db) => db.insertInto('booking').values(row).returningAll();`,
      'list the columns',
    ],
    ...['select *', 'select distinct *', 'select id, booking.*', 'update booking set a = 1 returning *'].map(
      (query) => [
        `the SQL ${query}`,
        module('bookings/bookings.sql.ts'),
        `export const read = sql\`\n  ${query} from booking\`;`,
        'list the columns',
      ],
    ),
    [
      'stripe in a service',
      module('payments/payments.service.ts'),
      `import type Stripe from 'stripe';`,
      'only gateways/',
    ],
    [
      'process.env in a service',
      module('auth/auth.service.ts'),
      `const secret = process.env['SECRET'];`,
      'take the value from deps.env',
    ],
    [
      'node:process in a service',
      module('auth/auth.service.ts'),
      `import { env } from 'node:process';`,
      'take the value from deps.env',
    ],
    ['process.env in the web app', 'apps/web/src/a.ts', `if (process.env.NODE_ENV) {}`, 'browsers do not have it'],
    [
      'fetch in a component',
      'apps/web/src/pages/catalog/HomePage.tsx',
      `const load = () => fetch('/api/packages');`,
      "through tRPC's hooks",
    ],
    [
      'window.fetch in a component',
      'apps/web/src/pages/catalog/HomePage.tsx',
      `void window.fetch('/api/packages');`,
      "through tRPC's hooks",
    ],
    [
      'browser storage in a component',
      'apps/web/src/ui/Draft.tsx',
      `window.sessionStorage.setItem('draft', '');`,
      'may be blocked',
    ],
    [
      'browser storage under a string key',
      'apps/web/src/ui/Draft.tsx',
      `window['localStorage'].clear();`,
      'may be blocked',
    ],
  ])('refuses %s', (_what, path, text, message) => {
    expect(listProblems(path, text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [
      'a library that depends on an app',
      project('libs/a', ['type:lib'], ['@marquee/api']),
      'a library depends on libraries only',
    ],
    [
      'a library with an external package',
      project('libs/a', ['type:lib'], ['lodash']),
      'a library uses zod and nothing else',
    ],
    [
      'an app that ships tools',
      project('apps/a', ['type:app'], ['@marquee/tools']),
      'the product does not import them',
    ],
    [
      'an app that depends on an app',
      project('apps/a', ['type:app'], [], ['@marquee/api']),
      'an app depends on libraries only',
    ],
    [
      'a web app that ships the API',
      project('apps/web', ['type:app'], ['@marquee/api']),
      'an app depends on libraries only',
    ],
    [
      'a project for browsers that depends on one for servers',
      project('libs/a', ['type:lib', 'runs:browser'], ['@marquee/api']),
      'it does not run in a browser',
    ],
    ['a web app with a database', project('apps/web', ['type:app'], ['pg']), 'move this to apps/api'],
    ['a project without a tag', project('libs/a', []), 'has no `type:` tag'],
  ])('refuses %s in package.json', (_what, bad, message) => {
    const problems = checkStructure([...PROJECTS.filter(({ folder }) => folder !== bad.folder), bad], []);
    expect(problems).toEqual([
      { path: `${bad.folder}/package.json`, line: 1, message: expect.stringContaining(message) },
    ]);
  });

  it('allows a feature to import only the features that are listed above it', () => {
    const names = Object.keys(ALLOWED_FEATURE_IMPORTS);
    for (const [feature, others] of Object.entries(ALLOWED_FEATURE_IMPORTS)) {
      const above = names.slice(0, names.indexOf(feature));
      expect([feature, others.filter((other) => !above.includes(other))]).toEqual([feature, []]);
    }
  });

  it('refuses private tables of a library in queries, tests and tools', () => {
    const messages = (path: string, text: string) =>
      checkStructure(PROJECTS, [{ path, text }]).map((each) => each.message);
    const message = 'names a private table of a library; use the functions and views that its documentation describes';
    const name = ['_private', 'jobs'].join('_');
    expect(messages('apps/api/src/modules/identity/auth/auth.sql.ts', `sql\`select from queue.${name}\`;`)).toEqual([
      message,
    ]);
    expect(messages('apps/api/test/identity/auth.spec.ts', `query('delete from ${name}');`)).toEqual([message]);
    expect(messages('tools/soak/world.ts', `query("update ${['pgboss', 'job'].join('.')} set x = 1");`)).toEqual([
      message,
    ]);
    expect(messages('tools/soak/world.ts', 'query("update job set run_at = now()");')).toEqual([]);
  });

  it('reports every broken rule of a file with its line', () => {
    const text = `// why\nimport { sql } from 'kysely';\n\nexport const x = sql\`\${process.env.X}\`;\n`;
    expect(listProblems(module('auth/auth.router.ts'), text)).toEqual([
      expect.stringMatching(/^2: imports kysely/),
      expect.stringMatching(/^4: reads process.env/),
    ]);
  });
});

describe('checkStructure on allowed code', () => {
  it.each([
    [
      'the type of the router in the web app',
      'apps/web/src/trpc.ts',
      `import type { AppRouter } from '@marquee/api/router';`,
    ],
    ['fetch in http.ts', 'apps/web/src/lib/http.ts', `await fetch('/api/uploads');`],
    ['a declared library', 'apps/web/src/main.tsx', `import { cents } from '@marquee/money';`],
    [
      'zod and another library in a library',
      'libs/booking/src/index.ts',
      `import { z } from 'zod';\nimport { cents } from '@marquee/money';`,
    ],
    ['the test runner in a spec of a library', 'libs/money/src/money.spec.ts', `import fc from 'fast-check';`],
    [
      'tools in tests',
      'apps/api/test/support/global-setup.ts',
      `import { resolveServer } from '@marquee/tools/test-database';`,
    ],
    [
      'tools in browser tests',
      'apps/web-e2e/booking/journey.spec.ts',
      `import { findFreePort } from '@marquee/tools/local/postgres';`,
    ],
    [
      'tools that start an app by its path',
      'tools/start.ts',
      `import { parseEnv } from '../apps/api/src/config/env.ts';`,
    ],
    [
      'a second noun and shared queries in a module',
      module('settlements/release.service.ts'),
      `import { lockBooking } from '../bookings/bookings.sql.ts';`,
    ],
    [
      "another module's service and types",
      module('bookings/bookings.service.ts'),
      `import { book } from '../ledger/ledger.service.ts';\nimport type { Row } from '../ledger/ledger.sql.ts';`,
    ],
    [
      'a page that combines two features',
      web('pages/catalog/PackagesPage.tsx'),
      `import '../../features/catalog/packages/PackageGrid.tsx';\nimport '../../features/catalog/profiles/ProfileHeader.tsx';\nimport './A.module.css';`,
    ],
    [
      'a listed import between features and shared code',
      web('features/booking/orders/OrderSummary.tsx'),
      `import '../../money/payments/Breakdown.tsx';\nimport '../../../ui/Facts.tsx';\nimport '../../../session.ts';`,
    ],
    ['the routes in the server-side renderer', web('ssr/entry-server.tsx'), `import { routes } from '../routes.tsx';`],
    ['roles that only pictures has', module('pictures/pictures.decoder.ts'), ''],
    ['kysely in a query file', module('auth/auth.sql.ts'), `import { sql } from 'kysely';`],
    [
      'the transaction type in a service',
      module('bookings/bookings.service.ts'),
      `import type { Transaction } from 'kysely';`,
    ],
    ['stripe in a gateway', 'apps/api/src/gateways/stripe.ts', `import { Stripe } from 'stripe';`],
    ['process.env in main.ts', 'apps/api/src/process/main.ts', `parseEnv(process.env);`],
    [
      'forbidden words in comments and strings',
      'apps/web/src/a.ts',
      `/** process.env and fetch( */\nexport const text = "import { sql } from 'kysely'";`,
    ],
    ['a method named fetch', 'apps/web/src/a.ts', `void queryClient.fetch(1);`],
    [
      'sentences that name a group or a step of a test',
      'apps/web-e2e/booking/a.spec.ts',
      `test.describe('a brand', () => test('pays', () => test.step('the brand pays', run)));`,
    ],
  ])('allows %s', (_what, path, text) => {
    expect(listProblems(path, text)).toEqual([]);
  });
});

describe('checkAllowances', () => {
  const listUnneeded = (text: string) =>
    checkAllowances([{ path: module('bookings/bookings.service.ts'), text }]).map(({ message }) => message);
  const MAIL = expect.stringContaining('ALLOWED_MODULE_IMPORTS: bookings > mail ');
  const TIMELINE = expect.stringContaining('SHARED_QUERIES: bookings/timeline.sql.ts');

  it('reports an allowed import that no file needs', () => {
    expect(listUnneeded(`import { send } from '../../messaging/mail/mail.service.ts';`)).not.toContainEqual(MAIL);
    expect(listUnneeded(`import { read } from './timeline.sql.ts';`)).toEqual(expect.arrayContaining([MAIL, TIMELINE]));
  });
});

describe('checkSizes', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  const listTooLarge = (...sources: { path: string; text: string }[]) =>
    checkSizes(sources).map(({ path, message }) => `${path} ${message}`);

  it('refuses a module with more than 12 files', () => {
    const files = Array.from({ length: 13 }, (_, index) => ({ path: module(`a/n${index}.service.ts`), text: '' }));
    expect(listTooLarge(...files)).toEqual([expect.stringContaining('booking/a has 13 files')]);
    expect(listTooLarge(...files.slice(1))).toEqual([]);
  });

  it.each([module('a/a.service.ts'), module('a/a.sql.ts'), web('ui/Table.tsx'), 'apps/api/src/db/repeatable/09_a.sql'])(
    'refuses more than 450 lines in %s',
    (path) => {
      expect(listTooLarge({ path, text: lines(451) })).toEqual([expect.stringContaining('has 451 lines')]);
      expect(listTooLarge({ path, text: lines(450) })).toEqual([]);
    },
  );

  it('refuses an exception that is not needed any more', () => {
    const [path = ''] = LONG_FILES;
    expect(listTooLarge({ path, text: lines(451) })).toEqual([]);
    expect(listTooLarge({ path, text: lines(1) })).toEqual([expect.stringContaining('remove it from LONG_FILES')]);
  });
});

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkMigrations, freezeMigrations, readDatabaseFiles, readReleased } from './check-migrations.ts';

const BASELINE = { path: 'apps/api/src/db/migrations/0001_baseline/01_a.sql', text: 'create table a (id int);' };
const migration = (text: string, path = '0002_change.sql') => ({ path: `apps/api/src/db/migrations/${path}`, text });
const repeatable = (text: string) => ({ path: 'apps/api/src/db/repeatable/01_a.sql', text });
const listProblems = (...sources: { path: string; text: string }[]) =>
  checkMigrations([BASELINE, ...sources], { '1.0.0': {} }).map(({ line, message }) => `${line}: ${message}`);

describe('checkMigrations', () => {
  it.each([
    ['an index on an existing table', 'create index a_b on a (b);', 'create index concurrently'],
    ['a unique index on an existing table', 'create unique index a_b on a (b);', 'create index concurrently'],
    ['an index that is created concurrently', 'create index concurrently a_b on a (b);', 'cannot run in a transaction'],
    ['a check of every row', 'alter table a add constraint c check (b > 0);', 'as "not valid"'],
    ['a foreign key without "not valid"', 'alter table a add foreign key (b) references b;', 'as "not valid"'],
    ['a column with a foreign key', 'alter table a add column b int references b;', 'add the column first'],
    ['a column with a check', 'alter table a add column b int check (b > 0);', 'add the column first'],
    ['a unique constraint', 'alter table a add constraint c unique (b);', '"using index"'],
    ['a generated column', 'alter table a add column b int generated always as (id + 1) stored;', 'rewrites the table'],
    ['a volatile default', 'alter table a add column b uuid default gen_random_uuid();', 'rewrites the table'],
    ['a required column without a default', 'alter table a add column b int not null;', 'constant default'],
    ['a change of type', 'alter table a alter column b type bigint;', 'rewrites the table'],
    ['an update of all rows', 'update a set b = 1;', 'in batches by a job'],
    ['a deletion of rows', 'delete from a where b = 1;', 'in batches by a job'],
    ['a lock on a table', 'lock table a;', 'locks a whole table'],
    ['an insert of "select *"', 'insert into a (id)\n  select * from b;', 'list the columns'],
    ['a function', 'create or replace function f() returns int language sql as $$ select 1 $$;', 'repeatable'],
    ['a removed column', 'alter table a drop column b;', 'unused since VERSION'],
    ['a renamed column', 'alter table a rename column b to c;', 'unused since VERSION'],
    ['a removal that names no released version', '-- unused since 1.1.0\ndrop table a;', 'unused since VERSION'],
  ])('refuses %s in a migration', (_, text, message) => {
    expect(listProblems(migration(text)).join('\n')).toContain(message);
  });

  it('refuses to validate a constraint in the migration that adds it', () => {
    const add = 'alter table a add constraint c check (b > 0) not valid;';
    expect(listProblems(migration(add))).toEqual([]);
    expect(listProblems(migration(`${add}\nalter table a validate constraint c;`)).join()).toContain('2: validates');
    expect(listProblems(migration(add), migration('alter table a validate constraint c;', '0003_valid.sql'))).toEqual(
      [],
    );
  });

  it.each([
    'alter table a add column b int;',
    "alter table a add column b text not null default 'new';",
    'create table b (id int primary key, a_id int references a);\ncreate index b_a on b (a_id);\ninsert into b (id) select 1;',
    '-- unused since 1.0.0\nalter table a drop column b;',
    'alter table a add constraint c unique using index a_b;',
  ])('accepts %s', (text) => {
    expect(listProblems(migration(text))).toEqual([]);
  });

  it('requires that an index can be created again after a failed attempt', () => {
    const create = 'create index concurrently a_b on a (b);\n';
    const drop = 'drop index concurrently if exists a_b;\n';
    expect(listProblems(migration(`-- no transaction\n${drop}${create}`))).toEqual([]);
    expect(listProblems(migration(`-- no transaction\n${create}`)).join()).toContain('leaves an invalid index');
    expect(listProblems(migration(`-- no transaction\n${drop}alter table a add column b int;`)).join()).toContain(
      'may not contain "alter table a add column b int"',
    );
  });

  it('requires consecutive numbers', () => {
    expect(listProblems(migration('select 1;', '0003_later.sql')).join()).toContain('0002_what_it_does.sql');
  });

  it.each([
    'create table b (id int);',
    'create function f() returns int language sql as $$ select 1 $$;',
    'update a set b = 1;',
  ])('refuses %s in a file that is applied again', (text) => {
    expect(listProblems(repeatable(text))).toHaveLength(1);
  });

  it('refuses a released migration that was changed or deleted, but accepts a changed comment', () => {
    const root = mkdtempSync(join(tmpdir(), 'marquee-migrations-'));
    try {
      mkdirSync(join(root, 'apps/api/src/db/migrations'), { recursive: true });
      const change = migration('alter table a add column b int; -- first\n');
      freezeMigrations('1.0.0', [BASELINE], root);
      freezeMigrations('1.1.0', [BASELINE, change], root);
      const released = readReleased(root);
      expect(Object.values(released).map((files) => Object.keys(files))).toEqual([
        ['0001_baseline/01_a.sql'],
        ['0002_change.sql'],
      ]);
      expect(
        checkMigrations([BASELINE, { ...change, text: change.text.replace('first', 'second') }], released),
      ).toEqual([]);
      const edited = { ...change, text: change.text.replace('int', 'text') };
      expect(checkMigrations([BASELINE, edited], released)).toMatchObject([
        { message: expect.stringContaining('must not change') },
      ]);
      expect(checkMigrations([BASELINE], released)).toMatchObject([
        { message: expect.stringContaining('must not be deleted') },
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('accepts the files of the repository', () => {
    expect(checkMigrations(readDatabaseFiles(), readReleased())).toEqual([]);
  });
});

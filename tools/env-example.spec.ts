import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv as parseFile } from 'node:util';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseEnv } from '../apps/api/src/config/env.ts';
import { ROOT } from './install.mjs';

const text = readFileSync(join(ROOT, '.env.example'), 'utf8');
const requiredVariables = {
  DATABASE_URL: 'postgres://localhost/marquee',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
};

it('describes every variable that the server reads in .env.example', () => {
  const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  // parseEnv fills in defaults, so its result contains every variable, even unset ones such as PUBLIC_URL.
  expect(new Set(named)).toEqual(new Set(Object.keys(parseEnv(requiredVariables))));
});

/** The parts of docker-compose.yml that this test reads. */
interface Compose {
  services: { app: { environment: string[]; ports: string[] } };
}

it('passes every variable to the app container in docker-compose.yml, and publishes its port only on this machine', () => {
  const { app } = (parseYaml(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')) as Compose).services;
  const handedOn = app.environment.map((line) => line.split('=')[0]);
  // The command of the container puts POSTGRES_PASSWORD into the default of DATABASE_URL.
  expect(new Set(handedOn)).toEqual(new Set([...Object.keys(parseEnv(requiredVariables)), 'POSTGRES_PASSWORD']));
  // The container uses demo secrets, so other machines must not be able to reach it unless BIND_ADDRESS is set.
  expect(app.ports).toEqual([expect.stringMatching(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:/)]);
});

it('accepts .env.example without changes', () => {
  expect(parseEnv({ ...requiredVariables, ...parseFile(text) })).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
  });
});

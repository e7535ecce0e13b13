/** Sums up V8 CPU profiles by package or function, to show where optimizing pays off. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Returns the Node.js flags that make a process write a CPU profile to `folder` when it exits. */
export const createProfileFlags = (folder: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  '--cpu-prof-interval=200',
];

/** Returns each package's or function's share of the CPU time, largest first. Idle time does not count. */
export function computeProfileShares(folder: string, by: 'package' | 'function'): [name: string, share: number][] {
  const self = new Map<string, number>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
    const names = new Map(
      nodes.map(({ id, callFrame }) => [
        id,
        by === 'package'
          ? getPackageName(callFrame)
          : `${getPackageName(callFrame)}: ${callFrame.functionName || 'anonymous'}:${callFrame.lineNumber + 1}`,
      ]),
    );
    for (const [at, sample] of samples.entries()) {
      const name = names.get(sample) ?? '?';
      self.set(name, (self.get(name) ?? 0) + (timeDeltas[at] ?? 0));
    }
  }
  const idle = by === 'package' ? '(idle)' : '(idle): (idle):0';
  self.delete(idle);
  const busy = [...self.values()].reduce((sum, time) => sum + time, 0);
  return [...self].map(([name, time]): [string, number] => [name, time / busy]).toSorted((a, b) => b[1] - a[1]);
}

/**
 * Returns the package that a function belongs to, such as 'pg', '@trpc/server (adapter)', 'node:net',
 * 'apps/api/src/http' or V8's own '(garbage collector)'.
 */
function getPackageName({ url, functionName }: { url: string; functionName: string }): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return /^node:(internal\/)?[^/]+/.exec(url)?.[0] ?? url;
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name === '@trpc/server') return /adapters|node-http|resolveResponse/.test(url) ? `${name} (adapter)` : name;
  return name ?? /((?:apps|libs|tools)\/.*)\/[^/]+$/.exec(url)?.[1] ?? url;
}

export function printProfileShares(name: string, folder: string): void {
  const lines = (by: 'package' | 'function', most: number) =>
    computeProfileShares(folder, by)
      .slice(0, most)
      .map(([what, share]) => `${(share * 100).toFixed(1).padStart(5)} %  ${what}`);
  console.log([`\n${name}: by package`, ...lines('package', 25), '\nby function', ...lines('function', 40)].join('\n'));
}

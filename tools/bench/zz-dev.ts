import pg from 'pg';
import { startBenchPostgres, openMarket } from '/work/main/tools/bench/market.ts';
import { readsOf } from '/work/main/tools/bench/reads.ts';
import { statementsOf, planOf } from '/work/main/tools/bench/plans.ts';
const size = Number(process.argv[2] ?? 10000),
  only = process.argv[3],
  show = process.argv[4];
const dataDir = '/tmp/bench-data';
const server = await startBenchPostgres(dataDir);
const market = await openMarket(server.url, size, dataDir, (l) => console.log(l));
const client = new pg.Client({ connectionString: market.url });
await client.connect();
const reads = await readsOf(market.deps.pool);
for (const read of reads) {
  if (only && !read.name.includes(only)) continue;
  try {
    const times: number[] = [];
    const sts = await statementsOf(() => market.call(read));
    for (let i = 0; i < 7; i++) {
      const t = performance.now();
      await market.call(read);
      times.push(performance.now() - t);
    }
    times.sort((a, b) => a - b);
    let buffers = 0;
    const scans = new Set<string>();
    let worst = 0;
    let worstGeneric = 0;
    for (const st of sts) {
      const p = await planOf(client, st);
      buffers += p.buffers;
      p.scanned.forEach((x) => scans.add(x));
      if (!st.text.startsWith('/*') && st.values.length) {
        const g = await planOf(client, st, true);
        worstGeneric += g.buffers;
        if (g.buffers > p.buffers * 2 && g.buffers > 100)
          console.log('   GENERIC WORSE', p.buffers, g.buffers, st.text.slice(0, 100).replace(/\s+/g, ' '));
      }
      if (show) {
        console.log(st.text.replace(/\s+/g, ' ').slice(0, 1500), st.values);
        const { rows } = await client.query('explain (analyze, buffers) ' + st.text, [...st.values]);
        console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n'));
      }
    }
    console.log(
      read.name.padEnd(38),
      `p50 ${times[3]!.toFixed(1).padStart(7)} max ${times[6]!.toFixed(1).padStart(7)} ms  buffers ${String(buffers).padStart(7)} / ${read.buffers}${buffers > read.buffers ? ' !!' : ''} st ${sts.length} ${[...scans].join(',')}`,
    );
  } catch (e) {
    console.log(read.name, 'FAILED', String(e).slice(0, 300));
  }
}
await client.end();
await market.close();
await server.stop();
process.exit(0);

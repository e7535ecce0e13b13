import { exitWithMessage } from './install.mjs';
import { readSettings, StartRefusedError, seedOnce, startServices } from './local/services.ts';
import { onStop } from './signals.mjs';

export async function main(): Promise<void> {
  const stopSignal = new AbortController();
  onStop(() => stopSignal.abort());
  try {
    const settings = await readSettings();
    const services = await startServices(settings);
    try {
      const seeded = await seedOnce(services, settings.dataDir, (line) => console.log(line), stopSignal.signal);
      console.log(
        seeded
          ? 'The demo data is there.'
          : 'There are users already, or Stripe is not the local stand-in: nothing was added.',
      );
    } finally {
      await services.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusedError) exitWithMessage(error.message);
    if (!stopSignal.signal.aborted) throw error;
  }
  process.exit(0);
}

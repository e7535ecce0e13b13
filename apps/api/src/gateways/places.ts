/** Looks up the rough place of an IP address in the operator's location database (MMDB). */
import { open, type CityResponse } from 'maxmind';
import type { Env } from '../config/env.ts';

export interface PlaceGateway {
  /** Returns the place of an address, such as 'Lisbon, Portugal', or null if it is unknown. */
  find(ip: string): Promise<string | null>;
}

/** Opens LOCATION_DATABASE at the first lookup. Returns null if it is not set. */
export function openPlaceGateway({ LOCATION_DATABASE: path }: Pick<Env, 'LOCATION_DATABASE'>): PlaceGateway | null {
  if (path === '') return null;
  let reader: ReturnType<typeof open<CityResponse>> | undefined;
  return {
    async find(ip) {
      // Operators replace the file regularly, so the reader watches it.
      reader ??= open<CityResponse>(path, { watchForUpdates: true, watchForUpdatesNonPersistent: true });
      const place = (await reader).get(ip);
      const names = [place?.city?.names.en, place?.country?.names.en].filter((name) => name !== undefined);
      return names.length === 0 ? null : names.join(', ').slice(0, 200);
    },
  };
}

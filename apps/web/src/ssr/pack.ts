/**
 * JSON that names the keys of like objects once: lists of creators are full of them. An object becomes a list that
 * begins with the place of its keys among `keys`, and a list becomes one within a list.
 */
export interface Packed {
  keys: string[][];
  value: unknown;
}

export function pack(value: unknown): Packed {
  const keys: string[][] = [];
  const places = new Map<string, number>();
  const put = (part: unknown): unknown => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return [part.map(put)];
    // What JSON leaves out has no place.
    const names = Object.keys(part).filter((name) => (part as Record<string, unknown>)[name] !== undefined);
    const of = JSON.stringify(names);
    let place = places.get(of);
    if (place === undefined) {
      place = keys.push(names) - 1;
      places.set(of, place);
    }
    const packed: unknown[] = [place];
    for (const name of names) packed.push(put((part as Record<string, unknown>)[name]));
    return packed;
  };
  return { value: put(value), keys };
}

export function unpack({ keys, value }: Packed): unknown {
  const take = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part;
    const [first, ...rest] = part as unknown[];
    if (Array.isArray(first)) return first.map(take);
    return Object.fromEntries((keys[first as number] ?? []).map((name, at) => [name, take(rest[at])]));
  };
  return take(value);
}

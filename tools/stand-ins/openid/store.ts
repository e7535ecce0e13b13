import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Creates in-memory storage for the provider. The data is lost when the provider stops. */
export function createMemoryStore(): (name: string) => Adapter {
  const all = new Map<string, AdapterPayload>();
  return (name) => {
    const keyOf = (id: string) => `${name}:${id}`;
    const first = (fits: (payload: AdapterPayload) => boolean) =>
      Promise.resolve([...all].find(([key, payload]) => key.startsWith(`${name}:`) && fits(payload))?.[1]);
    return {
      upsert: async (id, payload) => void all.set(keyOf(id), payload),
      find: async (id) => all.get(keyOf(id)),
      findByUid: (uid) => first((payload) => payload.uid === uid),
      findByUserCode: (userCode) => first((payload) => payload.userCode === userCode),
      destroy: async (id) => void all.delete(keyOf(id)),
      consume: async (id) => {
        const payload = all.get(keyOf(id));
        if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of all) if (payload.grantId === grantId) all.delete(key);
      },
    };
  };
}

/** The choice of lists that have something to do and something done: in the address as `show=done`. */
export const openOrDone = (request: Request): { show: 'open' | 'done' } => ({
  show: new URL(request.url).searchParams.get('show') === 'done' ? 'done' : 'open',
});

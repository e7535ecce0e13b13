import {
  toFindParams,
  parseFindParams,
  MAX_COMPARED_PACKAGES,
  parsePackageIds,
  type CreatorSearch,
} from '@marquee/validation';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { paths } from '../../../paths.ts';

/**
 * Returns the location to which the router is navigating, or else the current location. Controls that use it show a
 * new choice before its results have loaded.
 */
function useTargetLocation() {
  const location = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname === location.pathname ? next : location;
}

/** Returns the state of the search page, which is stored in the URL, and functions to change it. */
export function useCreatorSearch() {
  const navigate = useNavigate();
  const params = new URLSearchParams(useTargetLocation().search);
  const state = parseFindParams(params);
  const addressOf = (search: CreatorSearch) => paths.findInfluencers(toFindParams({ search, compare: state.compare }));
  return {
    ...state,
    /** The search text in the URL. Unlike `search.query`, it can be too long to search for. */
    typedQuery: params.get('q')?.trim() ?? '',
    /** Returns the path of a search, starting at its first page of results. */
    addressOf,
    /**
     * Pass `replace` if this continues the previous change, as when typing, so that "back" skips the steps in
     * between.
     */
    change: (change: CreatorSearch, { replace = false } = {}) =>
      void navigate(addressOf({ ...state.search, ...change }), { replace, preventScrollReset: true }),
  };
}

/**
 * The package ids requested by the latest click. They are used until the page has rendered them, so that the next of
 * several quick clicks does not start from outdated ids.
 */
let requestedIds: readonly string[] | null = null;
/**
 * `requestedIds` expires after this time, which is longer than it takes to render the page after the URL has
 * changed.
 */
const REQUESTED_IDS_MS = 1_000;

/** Returns the packages chosen for comparison, which every page keeps in its URL, and functions to change them. */
export function useComparison() {
  const navigate = useNavigate();
  const { pathname, search } = useTargetLocation();
  const params = new URLSearchParams(search);
  const ids = parsePackageIds(params.get('compare'));
  const set = (next: readonly string[]) => {
    requestedIds = next;
    params.delete('compare');
    const otherParams = params.size === 0 ? [] : [params.toString().replaceAll('%2C', ',')];
    const query = next.length === 0 ? otherParams : [...otherParams, `compare=${next.join(',')}`];
    const forget = () => {
      if (requestedIds === next) requestedIds = null;
    };
    const arrived = Promise.resolve(
      navigate({ pathname, search: query.join('&') }, { replace: true, preventScrollReset: true }),
    );
    void arrived.finally(() => setTimeout(forget, REQUESTED_IDS_MS));
  };
  return {
    ids,
    isFull: ids.length >= MAX_COMPARED_PACKAGES,
    toggle: (id: string) => {
      const now = requestedIds ?? ids;
      set(now.includes(id) ? now.filter((each) => each !== id) : [...now, id].slice(0, MAX_COMPARED_PACKAGES));
    },
    clear: () => set([]),
  };
}

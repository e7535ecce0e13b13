import {
  toFindParams,
  parseFindParams,
  MAX_COMPARED_PACKAGES,
  parsePackageIds,
  type CreatorSearch,
} from '@marquee/validation';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** The location that the page is navigating to, or its current one, so that a choice shows before its results do. */
function useTargetLocation() {
  const here = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname === here.pathname ? next : here;
}

/** The state of the search page, which is stored in the address, and functions to change it. */
export function useCreatorSearch() {
  const navigate = useNavigate();
  const state = parseFindParams(new URLSearchParams(useTargetLocation().search));
  const addressOf = (search: CreatorSearch) => paths.findInfluencers(toFindParams({ search, compare: state.compare }));
  return {
    ...state,
    /** Returns the address of a search. A changed search starts at its first page. */
    addressOf,
    /** `replace` marks a further step of the same change, such as typing, which "back" skips. */
    change: (change: CreatorSearch, { replace = false } = {}) =>
      void navigate(addressOf({ ...state.search, ...change }), { replace, preventScrollReset: true }),
  };
}

/**
 * The latest requested choice until it is rendered, so that quick clicks build on each other and not on the rendered
 * state.
 */
let requestedIds: readonly string[] | null = null;
/** Longer than it takes to render the list after its address is reached. */
const REQUESTED_IDS_MS = 1_000;

/** The packages chosen for comparison, which the address holds on every page. */
export function useComparison() {
  const navigate = useNavigate();
  const { pathname, search } = useTargetLocation();
  const params = new URLSearchParams(search);
  const ids = parsePackageIds(params.get('compare'));
  const set = (next: readonly string[]) => {
    requestedIds = next;
    params.delete('compare');
    const rest = params.size === 0 ? [] : [params.toString().replaceAll('%2C', ',')];
    const query = next.length === 0 ? rest : [...rest, `compare=${next.join(',')}`];
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

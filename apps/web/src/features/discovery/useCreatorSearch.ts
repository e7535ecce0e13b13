import {
  toFindParams,
  parseFindParams,
  MAX_COMPARED_PACKAGES,
  parsePackageIds,
  type CreatorSearch,
} from '@marquee/validation';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** The address that the page is going to, or is at: what was just chosen shows before its results do. */
function useTargetLocation() {
  const here = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname === here.pathname ? next : here;
}

/** The find page's state, which is its address, and how to change it. */
export function useCreatorSearch() {
  const navigate = useNavigate();
  const state = parseFindParams(new URLSearchParams(useTargetLocation().search));
  const addressOf = (search: CreatorSearch) => paths.findInfluencers(toFindParams({ search, compare: state.compare }));
  return {
    ...state,
    /** Where a search is; another search begins at its first page. */
    addressOf,
    /** `replace`: another step of the same change (typing), which "back" does not go through. */
    change: (change: CreatorSearch, { replace = false } = {}) =>
      void navigate(addressOf({ ...state.search, ...change }), { replace, preventScrollReset: true }),
  };
}

/** The choice that was asked for last, until it is drawn: quick presses build on each other, not on what is drawn. */
let requestedIds: readonly string[] | null = null;
/** Longer than drawing the list takes once its address is reached. */
const REQUESTED_IDS_MS = 1_000;

/** The packages that are chosen for comparison, on any page: the address carries them. */
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

import { findParamsOf, findStateOf, MAX_COMPARED, packageIdsOf, type CreatorSearch } from '@marquee/validation';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** The address that the page is going to, or is at: what was just chosen shows before its results do. */
function useTarget() {
  const here = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname === here.pathname ? next : here;
}

/** The find page's state, which is its address, and how to change it. */
export function useFind() {
  const navigate = useNavigate();
  const state = findStateOf(new URLSearchParams(useTarget().search));
  const addressOf = (search: CreatorSearch) => paths.findInfluencers(findParamsOf({ search, compare: state.compare }));
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
let asked: readonly string[] | null = null;
/** Longer than drawing the list takes once its address is reached. */
const DRAWN_MS = 1_000;

/** The packages that are chosen for comparison, on any page: the address carries them. */
export function useCompare() {
  const navigate = useNavigate();
  const { pathname, search } = useTarget();
  const params = new URLSearchParams(search);
  const ids = packageIdsOf(params.get('compare'));
  const set = (next: readonly string[]) => {
    asked = next;
    params.delete('compare');
    const rest = params.size === 0 ? [] : [params.toString().replaceAll('%2C', ',')];
    const query = next.length === 0 ? rest : [...rest, `compare=${next.join(',')}`];
    const forget = () => {
      if (asked === next) asked = null;
    };
    const arrived = Promise.resolve(
      navigate({ pathname, search: query.join('&') }, { replace: true, preventScrollReset: true }),
    );
    void arrived.finally(() => setTimeout(forget, DRAWN_MS));
  };
  return {
    ids,
    isFull: ids.length >= MAX_COMPARED,
    toggle: (id: string) => {
      const now = asked ?? ids;
      set(now.includes(id) ? now.filter((each) => each !== id) : [...now, id].slice(0, MAX_COMPARED));
    },
    clear: () => set([]),
  };
}

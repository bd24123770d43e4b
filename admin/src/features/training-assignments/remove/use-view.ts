import type { CrudFilter } from '@refinedev/core';
import { useSearchParams } from 'react-router';
import { isView, STATES_OF, viewOf, type View } from './views';

/** The view of a list of assignments that the address names, and what it leaves of the rows; `usual` where it names none. */
export function useView(usual: View): { view: View; within: CrudFilter[]; choose: (next: View) => void } {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('view');
  const chosen = query.getAll('state').filter(Boolean);
  const view = viewOf(isView(asked) ? asked : usual, chosen);
  const states = STATES_OF[view];
  return {
    view,
    // Two conditions on one field are an "or": a filter by state says it more closely than the view.
    within: states && !chosen.length ? [{ field: 'state', operator: 'in', value: [...states] }] : [],
    choose: (next) =>
      setQuery((current) => {
        const changed = new URLSearchParams(current);
        // A filter by state and a page belong to the view that is left.
        for (const key of ['state', 'page', 'view']) changed.delete(key);
        if (next !== usual) changed.set('view', next);
        return changed;
      }),
  };
}

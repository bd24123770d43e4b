import type { CrudFilter } from '@refinedev/core';
import { useSearchParams } from 'react-router';
import { isAssignmentView, STATES_BY_VIEW, findView, type AssignmentView } from './assignment-views';

/** The view in the address, else `defaultView`, with its list filters. */
export function useAssignmentView(defaultView: AssignmentView): {
  view: AssignmentView;
  stateFilters: CrudFilter[];
  setView: (next: AssignmentView) => void;
} {
  const [query, setQuery] = useSearchParams();
  const requestedView = query.get('view');
  const chosenStates = query.getAll('state').filter(Boolean);
  const view = findView(isAssignmentView(requestedView) ? requestedView : defaultView, chosenStates);
  const states = STATES_BY_VIEW[view];
  return {
    view,
    // Two conditions on one field mean "or", so a state filter replaces that of the view.
    stateFilters: states && !chosenStates.length ? [{ field: 'state', operator: 'in', value: [...states] }] : [],
    setView: (next) =>
      setQuery((current) => {
        const params = new URLSearchParams(current);
        // The state filter and the page belong to the previous view.
        for (const key of ['state', 'page', 'view']) params.delete(key);
        if (next !== defaultView) params.set('view', next);
        return params;
      }),
  };
}

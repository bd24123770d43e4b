import { useCallback } from 'react';
import type { ParseResponse, RouterProvider } from '@refinedev/core';
import reactRouter from '@refinedev/react-router';

/**
 * Refine's parser without the search parameters. Refine's `useMeta` would put them into the `meta` of every call:
 * `?method=delete` would set the method, and every change (`?q=`, a tab, a drawer) would change all query keys.
 */
function useLocationWithoutParams() {
  const parse = reactRouter.parse!();
  return useCallback((): ParseResponse => {
    const { params: _params, ...rest } = parse();
    return rest;
  }, [parse]);
}

export const routerProvider: RouterProvider = { ...reactRouter, parse: useLocationWithoutParams };

import { useCallback } from 'react';
import type { ParseResponse, RouterProvider } from '@refinedev/core';
import reactRouter from '@refinedev/react-router';

/**
 * Where somebody is, without the keys of the address. Refine's `useMeta` would put each of them into the `meta` of every
 * call: `?method=delete` would name the method, and every step within a page (`?q=`, a tab, a drawer) would be another
 * question, asked anew. What a page wants of its address it reads itself.
 */
function useAddress() {
  const parse = reactRouter.parse!();
  return useCallback((): ParseResponse => {
    const { params: _unheard, ...where } = parse();
    return where;
  }, [parse]);
}

export const routerProvider: RouterProvider = { ...reactRouter, parse: useAddress };

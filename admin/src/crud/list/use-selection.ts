import { useCallback, useEffect, useState } from 'react';

export interface Selection {
  readonly ids: readonly string[];
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** The selected rows of a list. Reset when the filters change (`filterKey`), kept between pages. */
export function useSelection(filterKey: string): Selection {
  const [ids, set] = useState<readonly string[]>([]);
  const clear = useCallback(() => set([]), []);
  useEffect(clear, [clear, filterKey]);
  return { ids, set, clear };
}

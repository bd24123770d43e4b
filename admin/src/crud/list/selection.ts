import { useCallback, useEffect, useState } from 'react';

export interface Selection {
  readonly ids: readonly string[];
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** The selected rows of a list; it ends when what is listed changes (`narrowedBy`), but not with the page. */
export function useSelection(narrowedBy: string): Selection {
  const [ids, set] = useState<readonly string[]>([]);
  const clear = useCallback(() => set([]), []);
  useEffect(clear, [clear, narrowedBy]);
  return { ids, set, clear };
}

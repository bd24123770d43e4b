import { useBand } from '@/app/theme/layout-options';

/** At 767 px or less tables become cards and drawers take the whole width. */
export const useNarrow = (): boolean => useBand() === 'menu';
